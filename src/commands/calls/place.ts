/** `svc calls place` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('calls place', 'call');
