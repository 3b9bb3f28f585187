/** The inputs of a project's score. */
export interface Progress {
  /** 0 to 100. */
  progress: number;
  notApplicable: boolean;
  /** Position in the framework's order. */
  position: number;
}

/** Controls that are not applicable are excluded from all figures. */
export const applicable = <C extends Pick<Progress, "notApplicable">>(controls: readonly C[]): C[] =>
  controls.filter(({ notApplicable }) => !notApplicable);

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sorted, because floating-point sums depend on the order, and figures must agree to the last digit. */
const progressOf = (controls: readonly Progress[]): number[] =>
  applicable(controls)
    .toSorted((a, b) => a.position - b.position)
    .map(({ progress }) => progress);

/** The average progress of the controls, 0 to 100, not rounded; 0 without controls. */
export const overallScore = (controls: readonly Progress[]): number => average(progressOf(controls));
