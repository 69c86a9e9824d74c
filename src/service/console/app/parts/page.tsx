/** The frame of a panel: its name, what it is for, the command that does the same, and what one can do. */
import type { ComponentChildren } from 'preact';
import { Command } from './command.tsx';

export interface PageProps {
  readonly title: string;
  readonly about: string;
  readonly command: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Page = ({ title, about, command, actions, children }: PageProps) => (
  <>
    <header>
      <div class="about stack close">
        <h1>{title}</h1>
        <p class="soft">{about}</p>
      </div>
      {actions}
      <Command text={command} />
    </header>
    {children}
  </>
);
