export function prepareModels(report: (text: string) => void): Promise<string>;
