/** The console's program in the browser. Next stop: shell/app.tsx. */
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import '@event-calendar/core/index.css';
import 'uplot/dist/uPlot.min.css';
import './style/board.css';
import { render } from 'preact';
import { readClock, setClock, startBeat } from './data/clock.ts';
import { openLive } from './data/live.ts';
import { followHash } from './data/route.ts';
import { App } from './shell/app.tsx';
import { startTheme } from './shell/theme.ts';

startTheme();
followHash();
startBeat();
void readClock();
openLive(setClock);
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
