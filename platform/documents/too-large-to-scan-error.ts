/** The scanner never accepts a file of this size. */
export class TooLargeToScanError extends Error {
  constructor() {
    super("The file is larger than the scanner takes");
    this.name = "TooLargeToScanError";
  }
}
