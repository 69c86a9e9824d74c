/** t */
export interface Topic {
  readonly a: string;
}
