/** What the score of a project is made of. */
export interface Progress {
  /** 0 to 100. */
  progress: number;
  notApplicable: boolean;
  /** Place in the framework's own order. */
  position: number;
}

/** Controls that do not apply leave every figure. */
export const applicable = <C extends Pick<Progress, "notApplicable">>(controls: readonly C[]): C[] =>
  controls.filter(({ notApplicable }) => !notApplicable);

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** In one order, because sums of floating-point numbers depend on it, and figures must agree to the last digit. */
const progressOf = (controls: readonly Progress[]): number[] =>
  applicable(controls)
    .toSorted((a, b) => a.position - b.position)
    .map(({ progress }) => progress);

/** The raw average of the controls' progress, 0 to 100, never rounded; 0 without controls. */
export const overallScore = (controls: readonly Progress[]): number => average(progressOf(controls));
