import { check, R } from '../../check-kit/check.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { finish, repeatsResults } from '../../check-kit/turns.ts';

/** The effects of the answers to a question (section 4.4). */
export const respondElicitationChecks = [
  check({
    id: 'interactions.respond-elicitation.decline-drops-content',
    requirements: [R['interactions.respond-elicitation.decline-refuses']],
    needs: ['scenario:elicitation'],
    async run(t) {
      for (const action of ['decline', 'cancel']) {
        const word = `word-${t.freshId().slice(0, 8)}`;
        const asked = await raise(t, 'elicitation', 'elicitation', { word });
        const sent = await answer(t, asked, { action });
        // The service may refuse content together with these actions.
        if (!sent.isSuccess) continue;
        const end = await finish(t, asked.stream);
        t.expect('interactions.respond-elicitation.decline-refuses').isTrue(
          asked.stream,
          !String(end?.data.content).includes(word),
          'a turn that continues without the content',
          end?.data.content,
          '/content',
        );
      }
    },
  }),

  check({
    id: 'interactions.respond-elicitation.cancel-told',
    requirements: [R['interactions.respond-elicitation.cancel-aborts']],
    needs: ['scenario:elicitation'],
    async run(t) {
      const turn = t.scenario('elicitation');
      t.skipIf(!repeatsResults(turn), 'the turn does not repeat its results');
      const repeat = async (action: string) => {
        const asked = await raise(t, 'elicitation', 'elicitation');
        t.requireSuccess(await answer(t, asked, { action, content: undefined }));
        const end = await finish(t, asked.stream);
        return { source: asked.stream, content: String(end?.data.content) };
      };
      const declined = await repeat('decline');
      t.skipIf(!declined.content.includes('decline'), 'the results do not name the action');
      const { source, content } = await repeat('cancel');
      t.expect('interactions.respond-elicitation.cancel-aborts').isTrue(
        source,
        !content.includes('decline'),
        'a connector that does not take it for a refusal',
        content,
        '/content',
      );
    },
  }),

  check({
    id: 'interactions.respond-elicitation.accept',
    requirements: [
      R['interactions.respond-elicitation.action'],
      R['interactions.respond-elicitation.content'],
      R['interactions.respond-elicitation.accept-answers'],
    ],
    needs: ['scenario:elicitation'],
    async run(t) {
      const word = `word-${t.freshId().slice(0, 8)}`;
      const asked = await raise(t, 'elicitation', 'elicitation', { word });
      t.expect(
        'interactions.respond-elicitation.action',
        'interactions.respond-elicitation.content',
        'interactions.respond-elicitation.accept-answers',
      ).succeeds(await answer(t, asked));
      const claim = t.expect('interactions.respond-elicitation.accept-answers');
      const end = await finish(t, asked.stream);
      claim.isTrue(asked.stream, end !== undefined, 'a turn that continues', 'the turn stalled');
      const written = Object.values(asked.reply.body.content as object).filter(
        (text) => text === word,
      ).length;
      if (!repeatsResults(t.scenario('elicitation')) || end?.type !== 'message.completed') return;
      const { content } = end.data;
      const told = String(content).split(word).length - 1;
      claim.isTrue(asked.stream, told >= written, `content that contains ${word} ${written} times`, content);
    },
  }),
];
