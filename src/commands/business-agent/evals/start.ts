/** `svc business-agent evals start` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('business-agent evals start', 'evaluation');
