/** What every panel is given. */
export interface PanelProps {
  /** What of the panel is open. */
  readonly id?: string;
}
