/** `svc workflows runs events` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('workflows runs events', 'steps');
