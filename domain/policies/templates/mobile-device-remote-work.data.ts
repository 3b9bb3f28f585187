import type { PolicyTemplate } from "../policy-template.ts";

export const MOBILE_DEVICE_REMOTE_WORK: PolicyTemplate = {
  type: "mobile_device_remote_work",
  title: "Mobile Device and Remote Work Policy",
  description: "How laptops, phones and work outside the office are kept safe.",
  theme: "workplace",
  owner: "Head of IT Operations",
  purpose:
    "This policy ensures that information of {company} is as safe on the road and at home as it is in the office, on devices of {company} and on private ones that are allowed.",
  scope: [
    "Laptops, phones, tablets and removable media used for work",
    "Work from home, from customers, on travel and from shared offices",
    "Private devices, where the Head of IT Operations has allowed them",
  ],
  roles: {
    User: "Keeps device and surroundings safe and reports loss at once",
    "IT Operations": "Sets up, manages, updates, locks and wipes devices",
    "Line Manager": "Approves remote work and its conditions",
  },
  statements: [
    {
      topic: "Devices",
      rules: [
        "Each device must be enrolled in device management before it reaches information of {company}.",
        "Devices must have full-disk encryption, a screen lock after at most 5 minutes on phones and 10 minutes on laptops, malware protection, and a firewall that is switched on.",
        "Security updates must be installed within 14 days, and within 72 hours when they fix a vulnerability that is being exploited.",
        "Devices that do not meet these rules must lose access automatically within 24 hours.",
      ],
    },
    {
      topic: "Private devices",
      rules: [
        "Private devices may be used only inside the managed work area of the device, and only for mail, calendar, chat and approved applications.",
        "{data} must not be stored on private devices outside that area.",
        "Users must agree in writing that {company} may wipe the work area; private content must not be read.",
      ],
    },
    {
      topic: "Remote access",
      rules: [
        "Remote access must use multi-factor authentication and an encrypted channel.",
        "Administration of production must happen only from managed devices of {company}.",
        "Remote sessions must end after 12 hours at the latest and need a new sign-in.",
      ],
    },
    {
      topic: "Place of work",
      rules: [
        "No one else at home or nearby may use work devices, see screens with confidential content, or overhear confidential conversations.",
        "Home networks must be protected with WPA2 or better and a changed default password; on open networks the encrypted channel of {company} must be used.",
        "Confidential paper must be avoided outside the office; where needed, it must be locked up and later shredded.",
        "Work from countries that are not on the approved list must be agreed at least 10 working days before.",
      ],
    },
    {
      topic: "Travel and loss",
      rules: [
        "Devices must stay in hand luggage, and must not be left unattended in vehicles or public places.",
        "Loss or theft must be reported within 1 hour; IT Operations must lock or wipe the device within 4 hours and revoke its sessions.",
        "Removable media must be encrypted, approved, and listed in the asset register.",
      ],
    },
  ],
  procedures: [
    {
      name: "Starting remote work",
      steps: [
        "User and Line Manager agree on place and times in writing.",
        "The user goes through the checklist for home networks and surroundings.",
        "IT Operations checks that the device meets the rules and opens access.",
        "The agreement is renewed every 12 months.",
      ],
    },
    {
      name: "Loss of a device",
      steps: [
        "The user calls the security channel and reports the device, the place and the time.",
        "IT Operations locks or wipes the device, and ends sessions and keys.",
        "Security determines from the encryption state whether data may be exposed.",
        "The asset register and the incident record are updated.",
      ],
    },
  ],
  measures: {
    "Devices enrolled and encrypted": "100%",
    "Devices with updates from the past 14 days": "at least 95%",
    "Lost devices locked within 4 hours": "100%",
  },
  records: [
    ["Report of device management, each month", "IT Operations", "12 months"],
    ["Agreements on remote work and private devices", "Head of Human Resources", "employment and 1 year"],
    ["Records of lost devices", "Head of Information Security", "3 years"],
  ],
  terms: {
    "Device management": "Software that enforces settings on devices from a central place",
    "Work area": "The part of a private phone that {company} manages, separate from the private part",
    "Remote work": "Any work outside premises of {company}",
  },
  controls: {
    soc2: ["CC6.6", "CC6.7", "CC6.8", "CC6.1"],
    iso27001: ["A.6.7", "A.7.9", "A.8.1", "A.7.7", "A.7.10", "A.8.5"],
  },
};
