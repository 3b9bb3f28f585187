import type { Industry } from "../industry.ts";

/** Manufacturers and those who build machines for them. */
export const MANUFACTURING: Industry = {
  id: "manufacturing",
  name: "Manufacturing",
  words: ["manufacturing", "industrial", "industry", "automotive", "production", "machinery"],
  data: "design drawings, recipes and process parameters, supplier prices and employee data",
  systems: "production control (SCADA, PLC), manufacturing execution, ERP and safety systems",
  notice:
    "where NIS2 applies, the competent authority by early warning within 24 hours, notification within 72 hours and final report within one month, and customers as their contracts state",
  retention: "5 years, or the longer time that product liability or customers' standards require",
  demands: {
    access: [
      "Remote maintenance of machines must go through a jump host, be opened by the shift leader for the single session, be recorded, and end after at most 8 hours.",
    ],
    data: [
      "Drawings and recipes of customers must be kept apart from each other and be sent only by channels that the customer approved.",
    ],
    privacy: [
      "Data of production systems that shows the work of single persons must be used only as agreed with employee representatives where the law requires it.",
    ],
    incident: [
      "The response plan must say who may stop a production line, and safety of people must come before evidence and output.",
    ],
    supplier: [
      "Machine builders and integrators must state supported software versions, and promise security fixes for the planned life of the equipment (IEC 62443-2-4 as a guide).",
    ],
    people: [
      "Operators and maintenance staff must learn every 12 months how to treat removable media and unexpected behaviour of machines.",
    ],
    engineering: [
      "Control programs must be versioned, compared with the running copy every month, and changed only after a test on a bench or in simulation.",
    ],
    operations: [
      "Production networks must be divided into zones and conduits (IEC 62443-3-2 as a guide); nothing in them may reach the internet directly.",
    ],
    continuity: [
      "Offline copies of control programs and configurations must exist for each line, and restoring one line must be rehearsed every 12 months.",
    ],
    workplace: [
      "Control cabinets and engineering stations must be locked, and unused ports must be disabled or blocked.",
    ],
    governance: [
      "Risks of production technology must be assessed together with plant safety, at least every 12 months.",
    ],
  },
};
