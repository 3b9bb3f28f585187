export function newestJava(homes: readonly string[]): string | null;
export function installedJavas(): string[];
export function homeOf(program: string): string;
export function javaVersion(java: string): number;
