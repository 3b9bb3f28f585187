import { randomUUID } from "node:crypto";

export interface CatalogueOptions {
  uuid?: string;
  version?: string;
  /** For the controls outside the group. */
  ids?: readonly string[];
  language?: string;
}

const control = (id: string, more: object = {}) => ({ id, title: `Title of ${id}`, ...more });

const STATEMENT = {
  id: "hr-2_smt",
  name: "statement",
  prose: "The owner of a key:",
  parts: [
    {
      id: "hr-2_smt.a",
      name: "item",
      props: [{ name: "label", value: "a." }],
      prose: "returns it within {{ insert: param, hr-2_prm_1 }}; and",
    },
    { id: "hr-2_smt.b", name: "item", props: [{ name: "label", value: "b." }], prose: "says so." },
  ],
};

/** A small OSCAL catalogue: controls, a group with an enhancement, and a withdrawn control. */
export const catalogueOf = ({
  uuid = randomUUID(),
  version = "1.0",
  ids = ["hr-1"],
  language,
}: CatalogueOptions = {}) => ({
  catalog: {
    uuid,
    metadata: {
      title: "House rules",
      "last-modified": "2026-01-01T00:00:00Z",
      version,
      "oscal-version": "1.2.1",
      ...(language === undefined ? {} : { props: [{ name: "language", value: language }] }),
    },
    controls: ids.map((id) => control(id)),
    groups: [
      {
        id: "keys",
        title: "Keys",
        controls: [
          control("hr-2", {
            params: [{ id: "hr-2_prm_1", label: "a number of days" }],
            props: [{ name: "trust-category", value: "confidentiality" }],
            parts: [STATEMENT, { id: "hr-2_gdn", name: "guidance", prose: "A box by the door will do." }],
            controls: [
              control("hr-2.1"),
              control("hr-2.2", { props: [{ name: "status", value: "withdrawn" }] }),
            ],
          }),
        ],
      },
    ],
  },
});
