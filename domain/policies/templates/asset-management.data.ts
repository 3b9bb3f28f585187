import type { PolicyTemplate } from "../policy-template.ts";

export const ASSET_MANAGEMENT: PolicyTemplate = {
  type: "asset_management",
  title: "Asset Management Policy",
  description:
    "How hardware, software, cloud services and information are listed, owned, returned and disposed of.",
  theme: "data",
  owner: "Head of IT Operations",
  purpose:
    "This policy ensures that {company} knows which assets it has, who is responsible for them and where they are, so that nothing that contains {data} is overlooked, lost or discarded unwiped.",
  scope: [
    "Hardware: laptops, phones, servers, network devices and storage media",
    "Software, cloud accounts, domains and data sets",
    "Assets of others that {company} uses or keeps",
  ],
  roles: {
    "Asset Owner": "Is accountable for the asset throughout its life: class, protection, access, disposal",
    "Asset Manager": "Keeps the register complete and carries out the annual inventory",
    User: "Takes care of assets given to them and returns them",
  },
  statements: [
    {
      topic: "Register",
      rules: [
        "Each asset must be in the register within 5 working days after it was acquired, with identifier, owner, user, place, class of information and status.",
        "Cloud resources must be discovered automatically at least every day, and each must carry tags for owner and environment.",
        "The register must be verified against the actual assets every 12 months for hardware and every 3 months for cloud accounts; differences must be resolved within 30 days.",
        "For each system that holds {data} the register must name the data, its origin and where it flows.",
      ],
    },
    {
      topic: "Ownership",
      rules: [
        "Each asset must have one Asset Owner by name; when that person leaves, a new one must be named within 10 working days.",
        "Assets without an owner for more than 30 days must be decommissioned or disposed of.",
      ],
    },
    {
      topic: "Handing out and return",
      rules: [
        "Each issue and return of a device must be recorded with date and signature or electronic confirmation.",
        "Leavers must return all assets on their last working day at the latest; missing items must be reported as an incident within 24 hours.",
        "Loss or theft must be reported within 1 hour, and the device must be locked or wiped remotely within 4 hours.",
      ],
    },
    {
      topic: "Maintenance and end of support",
      rules: [
        "Assets must be replaced or isolated before the manufacturer ends security updates; the register must show that date.",
        "Equipment must be maintained as its manufacturer states, and external repairs must take place only under contract or after data was removed.",
      ],
    },
    {
      topic: "Disposal",
      rules: [
        "Media must be wiped or destroyed by a method that NIST SP 800-88 describes before they leave the control of {company}.",
        "Destruction by a supplier must be confirmed by a certificate that lists serial numbers within 30 days.",
        "A second person must check a sample of at least 5% of wiped media.",
      ],
    },
  ],
  procedures: [
    {
      name: "Commissioning an asset",
      steps: [
        "IT Operations receives it, labels it and enters it in the register.",
        "It is set up by the secure baseline with encryption and management software.",
        "The user confirms receipt and the rules for it.",
      ],
    },
    {
      name: "Disposing of media",
      steps: [
        "The Asset Owner confirms that no data on it must be kept.",
        "IT Operations wipes or destroys it and notes method, serial number, date and person.",
        "The register is set to disposed and the certificate is filed.",
      ],
    },
  ],
  measures: {
    "Assets with a named owner": "100%",
    "Differences found in the annual inventory": "at most 2%",
    "Assets in use beyond the end of support": "0 without an approved exception",
    "Devices returned by the last working day": "at least 98%",
  },
  records: [
    ["Asset register", "Asset Manager", "life of the asset and 3 years"],
    ["Issue and return records", "IT Operations", "employment and 1 year"],
    ["Wipe logs and certificates of destruction", "IT Operations", "5 years"],
    ["Results of the annual inventory", "Asset Manager", "3 years"],
  ],
  terms: {
    Asset: "Anything of value for information: data, software, hardware, services",
    "Asset register": "The single list of all assets",
    Wiping: "Making data on a medium permanently unreadable while the medium stays usable",
  },
  controls: {
    soc2: ["CC2.1", "CC3.2", "CC6.1", "CC6.5", "C1.1", "C1.2"],
    iso27001: ["A.5.9", "A.5.10", "A.5.11", "A.7.9", "A.7.10", "A.7.13", "A.7.14", "A.8.1"],
  },
};
