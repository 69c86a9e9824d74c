/** Reviews: read, answered, and written as a customer. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Card, Empty, Loaded, When } from '../../parts/small.tsx';

interface Review {
  readonly id: string;
  readonly platform: string;
  readonly accountId: string;
  readonly reviewer: { readonly name?: string };
  readonly rating: number;
  readonly text: string;
  readonly created: string;
  readonly reply: { readonly text?: string; readonly message?: string } | null;
}

export function Reviews() {
  const reviews = useResource<{ data: readonly Review[] }>(pathOf('listInboxReviews'), ['review', 'feed'], {
    limit: 50,
  });
  return (
    <Loaded from={reviews}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No review yet">
            <p>A customer can leave one from the command line:</p>
            <Command text="svc local inbound review --account-id googlebusiness --author-name 'Ada Price' --rating 5 --text 'Best coffee in town'" />
          </Empty>
        ) : (
          <div class="grid">
            {data.map((one) => (
              <ReviewCard key={one.id} review={one} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

const FULL = 5;

function ReviewCard({
  review: { id, platform, accountId, reviewer, rating, text, created, reply },
}: {
  review: Review;
}) {
  const [answer, setAnswer] = useState('');
  const send = async (): Promise<void> => {
    if (answer.trim() === '') return;
    const path = pathOf('replyToInboxReview', { reviewId: id });
    if (
      (await act(path, { method: 'POST', body: { accountId, message: answer } }, { done: 'Answered.' })) !== undefined
    )
      setAnswer('');
  };
  return (
    <Card
      title={
        <span class="row">
          <Mark platform={platform} /> {reviewer.name ?? 'Somebody'}
        </span>
      }
      action={
        <span title={`${String(rating)} of ${String(FULL)}`}>
          <span aria-hidden="true">{'★'.repeat(rating) + '☆'.repeat(Math.max(0, FULL - rating))}</span>
          <span class="spoken">
            {rating} of {FULL} stars
          </span>
        </span>
      }
    >
      <div class="stack">
        <p style={{ overflowWrap: 'anywhere' }}>{text}</p>
        <p class="small soft">
          <When at={created} />
        </p>
        {reply === null ? (
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <input
              aria-label="Answer this review"
              placeholder="Answer"
              value={answer}
              onInput={(event) => setAnswer(event.currentTarget.value)}
            />
            <button>Answer</button>
          </form>
        ) : (
          <p class="notice">{reply.text ?? reply.message}</p>
        )}
      </div>
    </Card>
  );
}
