/** Team, scope and deletion of a project. */
export const projectSettings = {
  team: {
    title: "Team",
    none: "No one besides the customer and the auditor.",
    person: "Person",
    noneFound: "No one whom you can add has this name or address",
    role: "Job in the project",
    roleExample: "Internal auditor",
    add: "Add to the team",
    remove: "Remove {{name}} from the team",
    removed: "Removed from the team: {{name}}",
  },
  projectScope: {
    legend: "The controls of other categories are excluded from every figure.",
    reason: "Why does the project no longer cover them? Auditors read this.",
    change: "Change the scope",
    changed: "The scope was changed",
    proposed: "The change of the scope is pending confirmation",
    proposal: "Proposed scope",
    leaves: "No longer covered",
  },
  projectDeletion: {
    title: "Deletion",
    delete: "Delete the project",
    warning:
      "{{name}} is deleted with its evidence, findings, policies, questionnaires and reports. This cannot be undone.",
    deleted: "Deleted: {{name}}",
  },
};
