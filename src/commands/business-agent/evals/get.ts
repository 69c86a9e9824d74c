/** `svc business-agent evals get` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('business-agent evals get', 'evaluation');
