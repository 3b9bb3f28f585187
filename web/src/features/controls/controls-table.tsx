import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";
import table from "../../ui/table.module.css";
import { RowMark, type Marks } from "../../ui/row-mark.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { useRange } from "../../ui/use-range.ts";
import { useVirtualRows } from "../../ui/use-virtual-rows.ts";
import { ControlRow, type RowPosition } from "./control-row.tsx";
import type { Control } from "./control.queries.ts";
import type { ControlsSorting } from "./controls-search.ts";
import { sortControls } from "./sort-controls.ts";
import { useControlGroup } from "./use-control-group.ts";

/** In pixels, until rows are measured. */
const HEADING_HEIGHT = 44;
const ROW_HEIGHT = 42;
/** The bar of a phone, the columns' names and the category. */
const COVERED = 130;
const COLUMNS = 7;

interface HeadProps {
  controls: readonly Control[];
  sorting: ControlsSorting;
  marks: Marks<Control> | undefined;
}

function Head({ controls, sorting, marks }: HeadProps) {
  const { t } = useTranslation();
  const all = marks && <RowMark label={t("controls.chooseAll")} rows={controls} {...marks} />;
  return (
    <TableHead
      sorting={sorting}
      columns={[
        { text: t("controls.number"), before: all },
        { text: t("controls.control"), by: "title" },
        { text: t("controls.progress"), by: "progress", wide: "more" },
        { text: t("controls.evidence"), by: "evidence", number: true, wide: "more" },
        { text: t("controls.owner"), by: "owner", wide: true },
        { text: t("controls.due"), by: "due_date", wide: true },
        { text: t("controls.status"), by: "status", wide: true },
      ]}
    />
  );
}

interface Category {
  category: string;
  controls: readonly Control[];
}
type Line = Category | { control: Control };

/** Controls under their categories, in the framework's order; sorted ones in one list, whose top is the top of all. */
const linesOf = (controls: readonly Control[], isSorted: boolean): Line[] =>
  isSorted
    ? controls.map((control) => ({ control }))
    : [...Map.groupBy(controls, ({ category }) => category)].flatMap(([category, some]) => [
        { category, controls: some },
        ...some.map((control) => ({ control })),
      ]);

interface HeadingProps extends Category {
  marks: Marks<Control> | undefined;
  position: RowPosition;
}

function Heading({ category, controls, marks, position }: HeadingProps) {
  const { t } = useTranslation();
  const { text, lang } = useControlGroup()(category);
  return (
    <tr className={table["group"]} {...position}>
      <th scope="colgroup" colSpan={COLUMNS}>
        {marks !== undefined && (
          <RowMark label={t("controls.choose", { category: text })} rows={controls} {...marks} />
        )}
        <span lang={lang}>{text}</span>
      </th>
    </tr>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr className={table["gap"]} aria-hidden>
      <td colSpan={COLUMNS} style={{ height }} />
    </tr>
  );

interface TableProps {
  controls: readonly Control[];
  chosen?: string | undefined;
  sorting: ControlsSorting;
  /** Omitted for users who may not change controls. */
  marks?: Marks<Control>;
}

/** Controls by category, or sorted. Only those near the window are rendered; arrow keys go from one to the next. */
export function ControlsTable({ controls, chosen, sorting, marks }: TableProps) {
  const { t, i18n } = useTranslation();
  const lines = linesOf(sortControls(controls, sorting, i18n.language), sorting.sort !== undefined);
  const rangeOf = useRange(lines.flatMap((line) => ("control" in line ? [line.control] : [])));
  const isHeading = (at: number) => "category" in lines[at]!;
  const virtual = useVirtualRows({
    count: lines.length,
    heightOf: (at) => (isHeading(at) ? HEADING_HEIGHT : ROW_HEIGHT),
    keyOf: (at) => ("control" in lines[at]! ? lines[at].control.id : lines[at]!.category),
    isHeading,
    covered: COVERED,
  });
  if (controls.length === 0) return <Empty title={t("controls.none")}>{t("controls.noneHint")}</Empty>;
  return (
    <table
      ref={virtual.table}
      className={`${table["table"]} ${table["long"]}`}
      aria-rowcount={lines.length + 1}
      {...virtual.keys}
    >
      <Head controls={controls} sorting={sorting} marks={marks} />
      <tbody>
        {virtual.rows.map(({ index, gap }) => {
          const line = lines[index]!;
          const position = { ref: virtual.measure, "data-index": index, "aria-rowindex": index + 2 };
          return (
            <Fragment key={index}>
              <Gap height={gap} />
              {"control" in line ? (
                <ControlRow
                  control={line.control}
                  isChosen={line.control.id === chosen}
                  marks={marks}
                  rangeOf={rangeOf}
                  position={position}
                />
              ) : (
                <Heading {...line} marks={marks} position={position} />
              )}
            </Fragment>
          );
        })}
        <Gap height={virtual.below} />
      </tbody>
    </table>
  );
}
