/** `svc workflows runs start` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('workflows runs start', 'run');
