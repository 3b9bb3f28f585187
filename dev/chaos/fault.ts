/** A fault and its repair. */
export interface Fault {
  name: string;
  begin(): Promise<void>;
  /** Whether the product can have noticed it, before the repair; always, by default. */
  hasEffect?(): Promise<boolean>;
  /** Settles when the broken part answers again. */
  repair(): Promise<void>;
}
