/** The scanner takes no file of this size, however often it is asked. */
export class TooLargeToScanError extends Error {
  constructor() {
    super("The file is larger than the scanner takes");
    this.name = "TooLargeToScanError";
  }
}
