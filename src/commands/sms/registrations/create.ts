/** `svc sms registrations create` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('sms registrations create', 'registration');
