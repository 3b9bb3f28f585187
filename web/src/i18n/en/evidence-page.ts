/** What one piece of evidence serves, and the decision on it. */
export const evidencePage = {
  reviewCard: {
    decide: "Decide on it",
    replace: {
      rejected: "Upload a corrected file as a new version: it is reviewed again.",
      expired: "It has expired. Upload a current file as a new version: it is reviewed again.",
    },
    withdraw: "Withdraw the approval",
    whyWithdraw: "Why is the approval withdrawn?",
  },
  servedControls: {
    add: "Add a control",
    addOne: "Add {{number}}",
    addShort: "Add",
    remove: "Remove {{number}}",
    changed: "The controls were changed",
    suggested: "It could also serve:",
    copy: "Copy",
    copyTo: "Copy to {{project}}",
    copied: "Copied to {{project}}, where it is read and reviewed",
  },
};
