/** `svc ads create` with `--wait` for the review. */
import { waiting } from '../../cli/course-wait.ts';
import type { Override } from '../../cli/command.ts';
import { failure } from '../../kernel/failure.ts';
import { isFields } from '../../kernel/json.ts';

const waits = waiting('ads create', 'ad');

const create: Override = {
  ...waits,
  prepare(input, _context, { flags }) {
    if ((flags['wait'] as unknown) === true && isFields(input.body) && input.body['creatives'] !== undefined)
      throw failure('usage', {
        message: '--wait waits for a single ad; `creatives` creates several.',
        param: '--wait',
      });
    return Promise.resolve(input);
  },
};

export default create;
