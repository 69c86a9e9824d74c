/** Addresses of the API's operations by their names in the contract. */

/** JSON: path by operationId, of the operations that the console calls. Written in from the contract by build/console.ts. */
declare const OPERATION_PATHS: string;

const PATHS = JSON.parse(OPERATION_PATHS) as Readonly<Record<string, string>>;

/** @param params values for the places in braces @returns the path, `/v1/posts/64f0…` */
export function pathOf(operation: string, params: Readonly<Record<string, string>> = {}): string {
  const path = PATHS[operation];
  if (path === undefined) throw new Error(`There is no operation ${operation}.`);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
