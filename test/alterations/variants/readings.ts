/** The readings that the sound server follows. */
export const SOUND_READINGS: readonly string[] = `
  A-01=scope-not-allowed A-02=envelope-401 A-03=envelope A-04=request-first A-05=triple A-06=turn-code-family A-07=all-200
  A-08=whole-body A-08=indistinguishable A-09=bad-request A-10=bad-request A-11=turn-body A-12=ignore A-13=resource-ids A-14=zulu
  A-15=complete A-16=error-details A-17=one-per-request A-18=all-missing A-19=no-limit A-21=refuse A-22=empty-array
  A-23=applied-size A-24=created A-25=oldest-first A-26=strict-words A-27=bodyless A-27=null-name A-28=creation-only
  A-30=always-manual A-31=plain A-32=deleted-not-found A-33=not-found A-34=second-not-found A-34=running-cancels A-35=any-change A-36=accept
  A-37=not-found A-38=nothing-created A-39=default-refused A-41=same-limit A-42=code-points A-43=accepted A-44=compact-utf8
  A-46=full-message A-47=distinct A-48=not-allowed A-49=policy-first A-50=no-delegation A-51=selection-first A-52=ignored
  A-53=message A-54=finishes A-55=same-deadline A-56=any-interaction A-57=error-status A-58=fresh-request-ids A-59=code
  A-60=not-exhaustive A-61=total A-62=per-credential A-63=shared A-64=json-value A-65=conflict A-66=key-first A-67=not-stored
  A-68=start-and-terminal A-69=recovered A-70=any-text A-70=empty-is-missing A-71=outcome-kept A-72=resolves A-73=outcome
  A-74=changed A-74=single A-75=payload-only A-76=plan-in-auto A-77=ordinary-only A-78=plain A-79=any-event A-80=equal
  A-81=failover-only A-82=by-cause A-83=outage-only A-84=eight-only A-85=closes A-86=headers A-87=per-stream A-88=pending
  A-89=error A-90=always-present A-91=exact-sum A-91=agent-tokens-zero A-93=tool-calls-count A-93=agent-id-null A-95=minimal
  A-96=listed A-97=original A-99=not-found A-100=refuse A-101=checked-later A-102=stays-resolved A-103=from-creation
  A-104=continues A-105=internal-states A-106=chat-not-found A-107=cancels-turn A-108=false-when-idle A-109=cancelled
  A-110=not-found A-111=goes-on A-112=not-pending A-113=further-members A-114=numbered-steps A-115=action-not-found
  A-116=chat-not-found A-117=counted A-118=empty-string A-119=bad-request A-121=public-inert A-121=list-ignored A-122=ignore
  A-123=other-code A-124=forbidden A-125=per-user A-126=active-first A-127=unknown-refused A-128=on-difference A-129=same-type
  A-130=not-found A-131=same-ids A-132=enabled A-133=null-texts A-134=empty-when-held A-136=exception A-137=two-meanings A-138=run
  A-139=any-turn A-141=absent
`
  .trim()
  .split(/\s+/);

/** The readings that a variant with another name follows. */
export const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  'A-27=empty-object': 'A-27=needs-object',
  'A-63=separate': 'A-62=per-endpoint',
  'A-76=blocking-cut': 'A-76=no-plan-in-auto',
  'A-78=full-format': 'A-78=comments',
  'A-93=tool-calls-array': 'A-93=other-types',
  'A-95=extended': 'unknown-members',
  'A-114=labelled-steps': 'A-114=other-types',
  'A-116=action-not-found': 'A-106=action-not-found',
};

/** Readings without a variant, each with the reason why no client can see it or why it is no other behaviour. */
export const UNSEEN_READINGS: Readonly<Record<string, string>> = {
  'A-25=by-end': 'A chat runs one turn at a time, so its turns end in the order of their creation.',
  'A-31=only-on-success':
    'A running turn can be cancelled, which section 4.4 refuses in a chat that is missing, so the chat exists before its turn succeeds.',
  'A-42=graphemes': 'The probes at the limits are ASCII, in which every character is a grapheme.',
  'A-45=bytes':
    'A JSON value that is equal is what a client sees of equal bytes; json=ascii and json=fractions change the bytes.',
  'A-50=only-selected': 'What a model delegates to is decided by the script in a prompt.',
  'A-56=unanswerable-only': 'It cuts fewer turns; A-56=auto-declined, which cuts none, is its extreme.',
  'A-59=name': 'A name is text like the name of A-59=provider-id, and the suite compares neither.',
  'A-61=per-type': 'The profile states how many attachments of one type are too many.',
  'A-79=non-ping': 'A ping comes every 15 seconds in a longer silence under both readings.',
  'A-86=start-event':
    'Once the headers of a stream are sent, a failure can only be an event, and message.start precedes it in both readings.',
  'A-103=from-event': 'The event is sent when the interaction is created.',
  'A-103=restarts-after-503': 'The interaction then lives longer, as with A-103=later.',
  'A-109=may-complete':
    'It is a race between a cancellation and the end of a turn, which no request can bring about.',
  'A-117=not-counted': 'The deadline then comes later, as with A-55=longer-deadline.',
  'A-121=library-readers': 'The suite creates no skill of a library that another user reads.',
  'A-121=library-owner': 'The suite creates no skill of a library that another user reads.',
  'A-127=type-of-citation': 'The profile names a resource that is not accepted, for whatever reason.',
  'A-127=type-of-skill': 'The profile names a resource that is not accepted, for whatever reason.',
  'A-121=public-visible': 'The skills that the suite creates are private or shared with named users.',
  'A-129=wider':
    'It concerns credentials that are limited in other resources, which the profile would have to name.',
  'A-132=disabled':
    'Whether agents are enabled is a fact about the company, which the seed and the profile state.',
};
