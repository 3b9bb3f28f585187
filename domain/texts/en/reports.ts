/** The sentences of summaries and of the auditor's package. */
export const reports = {
  summary: "compliance summary",
  auditorPackage: "audit package",
  index: "index",
  fileOf: { auditor_package: "auditor package", summary_pdf: "summary", csv: "tables", oscal: "OSCAL" },
  asOf: (minute: string) => `As of ${minute}`,
  periodOf: (start: string, end: string) => `${start} to ${end}`,
  open: "open",
  notStated: "not stated",
  noOne: "no one",
  yes: "yes",
  no: "no",
  /** A figure, such as `80%`, from a statement. */
  byHand: "by hand",
  setByHand: "set by hand",
  evidence: "evidence",
  /** Columns about a person, after the head of the column with the name. */
  ofPerson: { role: "role", id: "id" },
  sheets: {
    cover: "Cover",
    controls: "Controls",
    evidence: "Evidence",
    reviews: "Reviews",
    marks: "Manual marks",
    requests: "Open requests",
    applicability: "Statement of applicability",
  },
  cover: {
    subject: "Subject",
    figures: "Figures",
    contents: "Contents",
    verification: "Verification",
    project: "Project",
    framework: "Framework",
    categories: "Categories in scope",
    period: "Period",
    status: "Status of the project",
    customer: "Audited party",
    auditor: "Auditor",
    asOf: "As of",
    score: "Compliance score",
    withByHand: (count: number) => `with ${count} of the controls set by hand`,
    applying: "Controls that apply",
    excluded: "Controls excluded",
    currentEvidence: "Current evidence",
    replaced: "Replaced versions",
    activeFindings: "Active findings",
    omitted: "Files omitted",
    holdsIndex:
      "Each control: its design, its evidence with all versions, who reviewed what and when, manual marks with reasons, open requests",
    holdsWorkbook: "The same in full as sheets, with this cover",
    holdsFiles: "The files as uploaded, by control, including replaced and rejected ones",
    holdsTables: "Controls, current evidence and findings as tables",
    holdsScore: "The figures, and how each is computed",
    holdsManifest: "Every file with its size and SHA-256, and the omitted files",
    howToVerify:
      "Hash each file with SHA-256 and compare it with its line in manifest.json. The hash of the whole package is shown with the report, as sha256. The data is one snapshot; names are those of that time.",
  },
  indexPdf: {
    title: (project: string) => `Index: ${project}`,
    about: (framework: string, minute: string) =>
      `${framework}, as of ${minute}. Each control with its design, its evidence in all versions, its reviews, manual marks and open requests. index.xlsx has the same in full, with the path and the complete SHA-256 of each file.`,
    omitted: (count: number) => `Files omitted from the package: ${count}; their status gives the reason.`,
    clipped: "... (in full in index.xlsx)",
    continued: (title: string) => `${title}, continued`,
    allControls: "All controls",
    applicability: "Statement of applicability (ISO/IEC 27001, 6.1.3 d)",
    people: "People",
    /** A table about one control, or about the project. */
    of: (title: string, control: string | null) =>
      control === null ? `${title} of the project` : `${title} of ${control}`,
    excluded: "Excluded",
    previously: (count: number) => `previously ${count}`,
    share: (part: number, whole: string) => `${part} of ${whole}`,
    replaced: (decision: string | null) => (decision === null ? "Replaced" : `Replaced, ${decision} before`),
    unread: "file not read",
    unreadUncounted: "file not read, so it does not count",
    byAuditor: (acceptance: string) => `${acceptance} by the auditor`,
    omittedBecause: (reason: string) => `omitted: ${reason}`,
    version: (version: number) => `version ${version}`,
    deletedSince: "deleted since",
    noReason: "none given",
    design: (summary: string) => `Design: ${summary}`,
    typicalEvidence: (hints: string) => `Typical evidence: ${hints}`,
    owner: (person: string) => `Owner: ${person}`,
    exclusion: (justification: string | null) => `Excluded: ${justification ?? "no reason given"}`,
    state: (control: {
      status: string;
      progress: string;
      approved: number;
      required: string;
      pending: number;
    }) =>
      `${control.status}, progress ${control.progress}: ${control.approved} of ${control.required} required pieces of evidence approved, ${control.pending} pending`,
    ofControl: (control: string) => `of ${control}`,
    more: (count: number) => `${count} more`,
    servedBy: (evidence: string) => `Also served by: ${evidence}`,
  },
  summaryPdf: {
    title: (framework: string) => `Compliance summary: ${framework}`,
    period: (period: string) => `Period: ${period}`,
    score: "Score",
    aboutScore:
      "A full bar is 100%. Compliance score: the average progress of all controls that apply; pending evidence counts half, and figures set by hand count as set. Fully verified: the share of them with every required piece of evidence approved.",
    verified: "Fully verified controls",
    categories: "Trust categories",
    aboutCategories:
      "The same score for the controls of each category that the project covers. A full bar is 100%.",
    byHand: (controls: string) => `Set by hand, not by evidence: ${controls}`,
    excluded: (controls: string) => `Excluded, because they do not apply: ${controls}`,
    waiting: (controls: string) => `Stated, but not confirmed: ${controls}`,
    figures: "Controls, evidence and findings",
    risk: "Risk",
    ofHundred: (level: string, score: number) => `${level}, ${score} of 100`,
    aboutFigures: (from: Record<"high" | "good" | "mediumRisk" | "highRisk", number>) =>
      `Evidence: approved or pending review, by quality score (high from ${from.high} of 100, good from ${from.good}). Risk: each open or in-progress finding adds the weight of its severity, up to 100 (Medium from ${from.mediumRisk}, High from ${from.highRisk}).`,
    missing: "Top missing controls",
    nothingMissing: "None: every control that applies is complete",
  },
  statements: {
    progress: (progress: string) => `Progress is ${progress}, set by hand`,
    requiredEvidence: (required: number, before: number | null) =>
      `Pieces of evidence required: ${required} instead of ${before ?? "more"}`,
    categoryExcluded: "Excluded: its category is not in scope",
    excluded: "Excluded: it does not apply",
    scope: (categories: string) => `Excluded from the scope: ${categories}`,
    approvedUnread: (title: string) => `Approved although its file could not be read: ${title}`,
  },
  requests: {
    confirm: (change: string) => `Confirm or decline: ${change}`,
    replaceUnread: (title: string, version: number) =>
      `Replace "${title}" (version ${version}), or approve it with a reason: its file could not be read`,
    review: (title: string, version: number) => `Review "${title}" (version ${version})`,
    provide: (count: number, hints: string) =>
      `Provide ${count === 1 ? "one" : count} more ${count === 1 ? "piece" : "pieces"} of evidence${hints === "" ? "" : `, such as ${hints}`}`,
    resolve: (title: string, severity: string) => `Resolve the finding "${title}" (${severity})`,
    auditor: "the auditor",
    reviewers: "a manager, an administrator or the auditor",
    uploaderOrReviewer: "its uploader or a reviewer",
    reviewer: "a reviewer other than its uploader",
    customer: "the audited party",
    unassigned: "no one assigned yet",
  },
  applicability: {
    complete: "Implemented",
    in_progress: "In part",
    not_started: "Not yet",
    byHand: (implementation: string) => `${implementation}, set by hand`,
    excluded: "Excluded",
    applies: "Part of Annex A, and not excluded",
    unjustified: "No justification was given",
  },
};
