export function newestJava(homes: readonly string[]): string | null;
export function installedJavas(): string[];
