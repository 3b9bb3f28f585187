/** A file of the demo and what is said about it at the upload. */
export interface DemoFile {
  name: string;
  title: string;
  description: string;
  /** The number of a control of its project. */
  control: string;
  /** Days before today on which it was collected. */
  daysAgo: number;
  /** `day` answers the date, YYYY-MM-DD, so many days ago. */
  make(day: (daysAgo: number) => string): Promise<Buffer> | Buffer;
}
