/** The scanner never accepts a file of this size. */
export class TooLargeToScanError extends Error {
  constructor() {
    super("The file is too large for the scanner");
    this.name = "TooLargeToScanError";
  }
}
