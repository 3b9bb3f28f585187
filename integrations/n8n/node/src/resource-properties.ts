import type { INodeProperties } from "n8n-workflow";
import type { Operation, Resource } from "./resource.ts";

const operationField = (resource: Resource): INodeProperties => ({
  displayName: "Operation",
  name: "operation",
  type: "options",
  noDataExpression: true,
  displayOptions: { show: { resource: [resource.value] } },
  options: resource.operations.map(({ name, value, action, description }) => ({
    name,
    value,
    action,
    description,
  })),
  default: resource.operations[0]?.value ?? "",
});

const fieldsOf = (resource: Resource, operation: Operation): INodeProperties[] =>
  operation.fields.map((field) => ({
    ...field,
    displayOptions: {
      show: { ...field.displayOptions?.show, resource: [resource.value], operation: [operation.value] },
    },
  }));

/** The properties for n8n: the resources, their operations, and the fields of each. */
export const resourceProperties = (resources: readonly Resource[]): INodeProperties[] => [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: resources.map(({ name, value }) => ({ name, value })),
    default: resources[0]?.value ?? "",
  },
  ...resources.map(operationField),
  ...resources.flatMap((resource) =>
    resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
  ),
];
