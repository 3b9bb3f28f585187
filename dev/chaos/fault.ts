/** A fault and its repair. */
export interface Fault {
  name: string;
  begin(): Promise<void>;
  /** Settles when the broken part answers again. */
  repair(): Promise<void>;
}
