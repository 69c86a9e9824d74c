/** Instructions of an agent are reviewed on the clock, whenever they are written. */
import { commit } from '../../change.ts';
import type { DueWork, Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { withFields } from '../../store/record.ts';
import { replacing } from './replacing.ts';

const SKILL_KIND = 'business_agent_skill';

/** Kind of the work that decides about an instruction; `ref` is the instruction. */
const REVIEW = 'business_agent_skill_review';

const submit: Follow<typeof SKILL_KIND> = async ([{ after } = {}], { now }, view) => {
  if (after === undefined) return {};
  const { businessAgentSkill: seconds } = await reviewTimes(view);
  return {
    records: [withFields(after, { status: 'pending_review' })],
    due: seconds === null ? [] : [{ kind: REVIEW, ref: after.id, dueAt: now + seconds * 1_000 }],
  };
};

const decide: DueWork = async ({ ref }, desk) => {
  await commit(desk, [`${SKILL_KIND}/${ref}`], async (view) => {
    const skill = await view.get(SKILL_KIND, ref);
    if (skill?.doc.status !== 'pending_review') return {};
    const { rejection, records } = await verdictOf(view, [skill.parentId ?? '']);
    return { records: [...records, withFields(skill, { status: rejection === undefined ? 'active' : 'blocked' })] };
  });
};

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };

export const handlers: Readonly<Record<string, Handler>> = {
  createBusinessAgentSkill: engineWith(submit),
  updateBusinessAgentSkill: replacing(engineWith(submit)),
};
