import { useId, useState, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/use-format.ts";
import styles from "./score-chart.module.css";
import table from "./table.module.css";

export interface DayScore {
  /** YYYY-MM-DD */
  day: string;
  score: number;
}

const [WIDTH, HEIGHT] = [1_000, 190];
const STEP = 10;

const timeOf = ({ day }: DayScore): number => Date.parse(day);

interface Scale {
  low: number;
  high: number;
  x(point: DayScore): number;
  y(score: number): number;
}

/** From the ten below the lowest score to the ten above the highest. */
function scaleOf(points: readonly DayScore[]): Scale {
  const scores = points.map(({ score }) => score);
  const low = Math.max(0, Math.floor(Math.min(...scores) / STEP) * STEP);
  const high = Math.min(100, Math.max(low + STEP, Math.ceil(Math.max(...scores) / STEP) * STEP));
  const [first, last] = [timeOf(points[0]!), timeOf(points.at(-1)!)];
  return {
    low,
    high,
    x: (point) => (last === first ? WIDTH : (WIDTH * (timeOf(point) - first)) / (last - first)),
    y: (score) => HEIGHT - (HEIGHT * (score - low)) / (high - low),
  };
}

const pathOf = (points: readonly DayScore[], { x, y }: Scale): string =>
  points.map((point) => `${x(point).toFixed(1)} ${y(point.score).toFixed(1)}`).join("L");

const shareOf = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** One day of the line: its dot, and its score in words unless it is the latest, which the page shows. */
function Point({ point, scale, isShown }: { point: DayScore; scale: Scale; isShown: boolean }) {
  const format = useFormat();
  const [left, top] = [shareOf(scale.x(point), WIDTH), shareOf(scale.y(point.score), HEIGHT)];
  return (
    <>
      {isShown && (
        <span className={styles["reading"]} style={{ left }} data-late={scale.x(point) > WIDTH / 2}>
          <strong>{format.percent(point.score)}</strong> {format.date(point.day)}
        </span>
      )}
      <span className={styles["dot"]} style={{ left, top }} />
    </>
  );
}

/** The day below the pointer. */
function usePointed(points: readonly DayScore[], { x }: Scale) {
  const [pointed, setPointed] = useState<DayScore>();
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const distance = (point: DayScore) => Math.abs(x(point) - (WIDTH * (clientX - left)) / width);
    setPointed(points.reduce((best, point) => (distance(point) < distance(best) ? point : best)));
  };
  return { pointed, onPointerMove: follow, onPointerLeave: () => setPointed(undefined) };
}

function ChartTable({ points }: { points: readonly DayScore[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <details data-screen-only>
      <summary>{t("chart.asTable")}</summary>
      <div tabIndex={0} role="region" aria-label={t("chart.asTable")}>
        <table className={table["table"]}>
          <thead>
            <tr>
              <th scope="col">{t("chart.day")}</th>
              <th scope="col" data-number>
                {t("project.score")}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, score }) => (
              <tr key={day}>
                <td>{format.date(day)}</td>
                <td data-number>{format.percent(score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The score over time. At least two points, in order of their days. */
export function ScoreChart({ points, label }: { points: readonly DayScore[]; label: string }) {
  const format = useFormat();
  const scale = scaleOf(points);
  const fade = useId();
  const { pointed, ...pointer } = usePointed(points, scale);
  const path = pathOf(points, scale);
  const middle = (scale.low + scale.high) / 2;
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <figure className={styles["chart"]}>
      <div className={styles["plot"]} {...pointer}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <linearGradient id={fade} x2="0" y2="1">
            <stop className={styles["strong"]} />
            <stop className={styles["faint"]} offset="1" />
          </linearGradient>
          {[scale.low, middle, scale.high].map((score) => (
            <path key={score} className={styles["rule"]} d={`M0 ${scale.y(score)}H${WIDTH}`} />
          ))}
          <path fill={`url(#${fade})`} d={`M${path}V${HEIGHT}H${scale.x(first)}Z`} />
          <path className={styles["line"]} d={`M${path}`} />
        </svg>
        {[scale.high, middle].map((score) => (
          <span
            key={score}
            className={styles["scale"]}
            style={{ top: shareOf(scale.y(score), HEIGHT) }}
            aria-hidden
          >
            {format.percent(score)}
          </span>
        ))}
        <span aria-hidden>
          <Point point={pointed ?? last} scale={scale} isShown={pointed !== undefined} />
        </span>
      </div>
      <div className={styles["axis"]} aria-hidden>
        <span>{format.date(first.day)}</span>
        <span>{format.date(last.day)}</span>
      </div>
      <ChartTable points={points} />
    </figure>
  );
}
