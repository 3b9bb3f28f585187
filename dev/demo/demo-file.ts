/** A file of the demo with its metadata. */
export interface DemoFile {
  name: string;
  title: string;
  description: string;
  /** The number of a control of its project. */
  control: string;
  /** Days before today on which it was collected. */
  daysAgo: number;
  /** `day` returns the date, YYYY-MM-DD, this many days ago. */
  make(day: (daysAgo: number) => string): Promise<Buffer> | Buffer;
}
