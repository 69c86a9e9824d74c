/** The page as a whole: navigation, the bar with the clock, and the panel that is open. */
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { isShut } from '../data/api.ts';
import { connection } from '../data/live.ts';
import { route } from '../data/route.ts';
import { PANELS } from '../panels.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/small.tsx';
import { Bar } from './bar.tsx';
import { Keys } from './keys.tsx';
import { Navigation } from './navigation.tsx';
import { Search } from './search.tsx';
import { Toasts } from './toasts.tsx';

export function App() {
  if (isShut.value) return <Shut />;
  return (
    <>
      <button class="skip" onClick={focusPanel}>
        Skip to the panel
      </button>
      <div class="shell">
        <Navigation />
        <div>
          <Bar />
          {connection.value === 'lost' && (
            <p class="notice warn" role="alert">
              The service does not answer. The page goes on when it is back.
            </p>
          )}
          <main class="page" id="page" tabIndex={-1}>
            <OpenPanel />
          </main>
        </div>
      </div>
      <Search />
      <Keys />
      <Toasts />
    </>
  );
}

/** Where the next Tab begins: a panel that was just opened. */
const focusPanel = (): void => document.getElementById('page')?.focus({ preventScroll: true });

const Shut = () => (
  <main class="page">
    <Empty title="The console is closed">
      <p>This browser is no longer signed in to the service. Open the console again from your terminal.</p>
      <Command text="svc local open" />
    </Empty>
  </main>
);

function OpenPanel() {
  const { panel, id } = route.value;
  const before = useRef(panel);
  useEffect(() => {
    if (before.current !== panel) focusPanel();
    before.current = panel;
    document.title = `${PANELS[panel].title} · svc console`;
  }, [panel]);
  const { View } = PANELS[panel];
  return (
    <Guarded key={panel}>
      <View {...(id === undefined ? {} : { id })} />
    </Guarded>
  );
}

/** A fault of a panel is said in its place, and leaves the rest of the page alone. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, retry] = useErrorBoundary((fault: unknown) => console.error(fault)) as [unknown, () => void];
  if (error === undefined) return <>{children}</>;
  return (
    <Empty title="This panel could not be drawn">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button onClick={retry}>Try again</button>
    </Empty>
  );
}
