/** What a turn has done so far. */
import type { TurnState } from 'conversation-api/follow';

export function Steps({ steps }: Pick<TurnState, 'steps'>) {
  return (
    <ol>
      {steps.map(({ label, label_code, status, timestamp }) => (
        <li key={`${label_code} ${timestamp}`}>
          {label}: {status}
        </li>
      ))}
    </ol>
  );
}
