/** `svc calls get` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('calls get', 'call');
