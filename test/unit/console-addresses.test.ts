import { expect, test } from "@jest/globals";
import { addressesIn } from "../../web/src/features/invitations/addresses-in.ts";

test.each([
  ["", []],
  [" ann@example.com ", ["ann@example.com"]],
  ["ann@example.com, bo@example.com;cy@example.com", ["ann@example.com", "bo@example.com", "cy@example.com"]],
  [
    "ann@example.com bo@example.com\n\tcy@example.com\n",
    ["ann@example.com", "bo@example.com", "cy@example.com"],
  ],
  ['Ann Lee <ann@example.com>, "Bo" < bo@example.com >', ["ann@example.com", "bo@example.com"]],
  ["ann@example.com\nANN@example.com", ["ANN@example.com"]],
  // What is no address stays, so that its sender sees it refused.
  ["ann@example.com, bo.example.com", ["ann@example.com", "bo.example.com"]],
])("the addresses in %j", (text, addresses) => expect(addressesIn(text)).toEqual(addresses));
