/** Work that may be waiting, for the system page of administrators. */
export interface WaitingWork {
  /** A description for the API. */
  summary: string;
  /** SQL that selects when each piece started to wait, as `at`. */
  rows: string;
}
