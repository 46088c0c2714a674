/** Readings of points on the sheet that no exchange of the suite shows, each with the reason. */
export const UNSEEN_READINGS: Readonly<Record<string, string>> = {
  'A-08=indistinguishable': 'It is whole-body, and further about timing.',
  'A-11=everywhere': 'The suite sends such ids in the body of a turn only.',
  'A-25=by-end': 'A chat runs one turn at a time, so its turns end in the order of their creation.',
  'A-31=only-on-success': 'A failed turn need not be listed either.',
  'A-34=running-busy': 'The suite deletes no chat while a turn runs.',
  'A-34=running-cancels': 'The suite deletes no chat while a turn runs.',
  'A-45=bytes': 'A client that reads JSON sees an equal value.',
  'A-56=unanswerable-only': 'The suite does not know which interactions the server could settle.',
  'A-76=blocking-cut': 'A stream shows no plan then, as with no-plan-in-auto.',
  'A-79=non-ping': 'Another event restarts the count under both readings.',
  'A-81=buffered': 'Then no delta replaces anything.',
  'A-101=checked-here': 'The suite sends content that fits its schema.',
  'A-101=checked-later': 'The suite sends content that fits its schema.',
  'A-107=finished-not-found': 'The suite cancels with the ids of running turns only.',
  'A-107=finished-ok': 'The suite cancels with the ids of running turns only.',
  'A-108=refused-never-run': 'The suite cancels in chats that have had a turn.',
};

/** The reading that the sheet shows for a variant, where its name differs. By the text of that reading, the variant follows it. */
export const SHOWN_AS: Readonly<Record<string, string>> = {
  'unknown-members': 'ignore',
  'A-03=null-data': 'envelope',
  // The only difference is an echo of the requested id.
  'A-08=status-and-code': 'whole-body',
  'A-11=resources-first': 'turn-body',
  'A-14=no-fraction': 'zulu',
  'A-14=mixed-fractions': 'zulu',
  'A-17=echoed': 'one-per-request',
  'A-25=skills-by-name': 'oldest-first',
  'A-60=own-codes': 'closed',
  'A-69=unknown-for-ever': 'same-error',
  // The repeated failure is neither of the two unknown outcomes.
  'A-69=same-error': 'recovered',
  'A-78=comments': 'full-format',
  'A-78=ids': 'full-format',
  'A-78=crlf': 'full-format',
  'A-78=cr': 'full-format',
  'A-78=many-lines': 'full-format',
  'A-78=unspaced': 'full-format',
  'A-78=byte-order-mark': 'full-format',
  'A-79=early': 'any-event',
  'A-79=late': 'any-event',
  'A-79=whole-seconds': 'any-event',
  'A-93=other-types': 'tool-calls-array',
  'A-114=other-types': 'labelled-steps',
  'A-133=nulls': 'null-texts',
};

/** Readings of other questions that a variant also follows. */
export const SHOWN_TOO: Readonly<Record<string, readonly string[]>> = {
  'A-14=zero-offset': ['A-14=long-fraction'],
};

/** Readings of the sound server that a stronger reading includes. */
export const INCLUDED: readonly string[] = ['A-74=single'];

/** Checks that show a reading of a point, for points where the first checks show another reading. */
export const CHECKS_OF: Readonly<Record<string, readonly string[]>> = {
  'A-03': ['requests.getChat.chat-id.unknown'],
  'A-19': ['errors.too-many-attachments'],
  'A-23': ['requests.listChats.is-favorite.true'],
  'A-45': ['requests.sendMessage.metadata.empty'],
  'A-59': ['catalog.get', 'turns.send'],
  'A-101': ['interactions.respond-elicitation.decline-drops-content'],
  'A-126': ['skills.everywhere'],
};
