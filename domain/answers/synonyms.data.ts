/** Synonyms in compliance documents, one group per line. */
export const SYNONYMS: readonly string[] = `
  approve approval allow authorise authorize permit consent decide
  keep kept retain retention store hold held preserve
  delete erase remove destroy dispose
  tell told notify notification inform report announce
  employee employees staff people personnel worker workers
  laptop computer notebook device
  steal stolen theft lost lose
  supplier suppliers vendor vendors subcontractor
  leave leaver leavers depart offboard offboarding
  abroad country countries
  rights permission permissions privilege privileges
  review reviewed recertify recertification
  encrypt encrypted encryption
  mend fix fixed repair repaired remediate remediation
  weakness weaknesses vulnerability vulnerabilities
  restore restored recover recovery
  exercise rehearse rehearsal drill tested test tests testing
  give given grant granted
  write written
  yearly annually annual year
  quarterly quarter
  monthly month
  fault outage failure
  cause caused reason
  hosting hoster host
  multifactor multi-factor second-factor mfa 2fa
  authentication authenticate sign signs login logon
  confidentiality secrecy nondisclosure disclosure nda
  training trained course courses awareness education
  procedure process processes
`
  .trim()
  .split("\n");
