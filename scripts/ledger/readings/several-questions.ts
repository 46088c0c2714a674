/**
 * The open points that ask several questions, so that their readings can be combined, with the variants that answer each question. All
 * variants of any other open point answer the same question.
 */
export const SEVERAL_QUESTIONS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'A-04': [['A-04=access-first'], ['A-04=state-first']],
  'A-11': [['A-11=agent-ids', 'A-11=everywhere'], ['A-11=resources-first']],
  'A-12': [['unknown-members'], ['A-12=refuse', 'A-12=refuse-non-editable']],
  'A-13': [['A-13=plain-strings'], ['A-13=large-integers']],
  'A-14': [
    ['A-14=no-fraction', 'A-14=long-fraction', 'A-14=mixed-fractions'],
    ['A-14=zero-offset', 'A-14=hour-offset', 'A-14=no-offset'],
  ],
  'A-17': [['A-17=independent', 'A-17=original-kept'], ['A-17=echoed']],
  'A-23': [['A-23=items-on-page'], ['A-23=unfiltered-total']],
  'A-25': [['A-25=newest-page-first'], ['A-25=skills-by-name']],
  'A-28': [['A-28=both'], ['A-28=trimmed']],
  'A-31': [['A-31=titled'], ['A-31=from-turn']],
  'A-34': [['A-34=second-ok'], ['A-34=running-busy']],
  'A-45': [['A-45=empty-as-null'], ['A-45=json-value']],
  'A-78': [
    ['A-78=many-lines', 'A-78=unspaced'],
    ['A-78=ids'],
    ['A-78=comments'],
    ['A-78=byte-order-mark'],
    ['A-78=crlf', 'A-78=cr'],
  ],
  'A-79': [['A-79=early', 'A-79=late', 'A-79=fixed-interval'], ['A-79=whole-seconds']],
  'A-80': [['A-80=tail-in-terminal'], ['A-80=restored-names']],
  'A-90': [['A-90=absent-when-null'], ['A-90=absent-when-empty']],
  'A-69': [['A-69=same-error'], ['A-69=unknown-for-ever']],
  'A-91': [['A-91=larger-total'], ['A-91=agent-tokens-absent']],
  'A-62': [['A-62=per-chat', 'A-62=per-endpoint'], ['A-62=per-user']],
  'A-92': [['A-92=tokens-object', 'A-92=tokens-integer'], ['A-92=null-optionals']],
  'A-101': [['A-101=checked-here'], ['A-101=decline-content-refused']],
  'A-107': [['A-107=cancels-interaction'], ['A-107=finished-ok', 'A-107=finished-not-found']],
  'A-108': [['A-108=always-true'], ['A-108=refused-never-run']],
  'A-126': [['A-126=inactive-first'], ['A-126=inactive-unlisted']],
  'A-127': [['A-127=unknown-literal'], ['A-127=other-data']],
  http: [
    ['http=other-headers'],
    ['http=pieces'],
    ['http=gzip'],
    ['http=close', 'http=until-close'],
    ['http=early-hints'],
  ],
  json: [['json=other-order'], ['json=ascii', 'json=html-safe', 'json=spaced'], ['json=fractions']],
};
