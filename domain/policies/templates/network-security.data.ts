import type { PolicyTemplate } from "../policy-template.ts";

export const NETWORK_SECURITY: PolicyTemplate = {
  type: "network_security",
  title: "Network Security Policy",
  description: "How networks are divided, protected at their perimeter, monitored and kept up to date.",
  theme: "operations",
  owner: "Head of IT Operations",
  purpose:
    "This policy ensures that networks of {company} permit only the traffic that is needed, that an attacker in one zone cannot reach all others, and that {systems} stay available to those who need them.",
  scope: [
    "Office networks, wireless networks, data centres, cloud networks and remote access",
    "Firewalls, routers, switches, gateways, name servers and network services of suppliers",
    "All traffic that carries {data}",
  ],
  roles: {
    "Network Administrator": "Runs networks and carries out approved changes of rules",
    "Head of Information Security": "Approves rules that open networks, and reviews them",
    "System Owner": "States which connections the system needs",
  },
  statements: [
    {
      topic: "Dividing networks",
      rules: [
        "Networks must be divided at least into: public zone, application, database, administration, offices and guests.",
        "Production must be separated from development and test, and databases must not be reachable from the internet.",
        "Guests must reach only the internet.",
        "A plan of networks with data flows must be kept and be reviewed every 6 months.",
      ],
    },
    {
      topic: "Borders",
      rules: [
        "Traffic between zones must be denied unless a rule allows it; each rule must have an owner, a reason and a date of review.",
        "Rules must be reviewed every 6 months; rules without use for 90 days must be removed.",
        "Public web applications must stand behind a web application firewall and protection against denial of service.",
        "Outgoing traffic of servers must be limited to named destinations.",
      ],
    },
    {
      topic: "Administration and devices",
      rules: [
        "Network devices must be administered only from the administration zone, with personal accounts and multi-factor authentication.",
        "Default passwords must be changed before a device is connected, and services that are not needed must be switched off.",
        "Configurations must be backed up after each change, and be compared with the baseline every day.",
        "Security updates must be installed within 30 days, critical ones within 7 days.",
      ],
    },
    {
      topic: "Wireless and web access",
      rules: [
        "Wireless networks for staff must use WPA3 or WPA2 Enterprise with certificates or personal sign-in.",
        "Unknown access points must be searched for every 3 months.",
        "Web access from work devices must be filtered for malware and fraud; the filter list must be updated every day.",
      ],
    },
    {
      topic: "Monitoring and testing",
      rules: [
        "Traffic at the network perimeter must be monitored for attacks; critical alerts must be assessed within 30 minutes.",
        "Addresses visible from outside must be scanned every week, and a penetration test must be carried out every 12 months.",
        "Agreements with network suppliers must state security, service levels and contacts, and be reviewed every 12 months.",
      ],
    },
  ],
  procedures: [
    {
      name: "Changing a firewall rule",
      steps: [
        "The System Owner requests source, destination, service, reason and end date.",
        "The Head of Information Security approves rules from outside or to sensitive zones.",
        "The Network Administrator makes the change through version control with a second reviewer.",
        "The connection is tested, and it is verified that nothing else was opened.",
      ],
    },
    {
      name: "Review of rules every 6 months",
      steps: [
        "Export all rules with owner, last use and date of review.",
        "Owners confirm or drop each rule within 15 working days.",
        "Dropped rules are removed, and the result is signed by the Head of Information Security.",
      ],
    },
  ],
  measures: {
    "Rules with owner and reason": "100%",
    "Reviews of rules on time": "2 a year",
    "Critical network updates within 7 days": "at least 95%",
    "Databases reachable from the internet": "0",
  },
  records: [
    ["Network plan with versions", "Network Administrator", "3 years"],
    ["Requests and approvals of rules", "Network Administrator", "3 years"],
    ["Reviews of rules", "Head of Information Security", "3 years"],
    ["Scans and penetration test reports", "Head of Information Security", "3 years"],
  ],
  terms: {
    Zone: "A part of the network with uniform protection requirements",
    "Web application firewall": "A filter that detects attacks on web applications",
    "Penetration test": "An agreed attack by experts that shows what a real one could reach",
  },
  controls: {
    soc2: ["CC6.6", "CC6.7", "CC6.1", "CC7.1", "CC7.2"],
    iso27001: ["A.8.20", "A.8.21", "A.8.22", "A.8.23", "A.8.9", "A.7.12"],
  },
};
