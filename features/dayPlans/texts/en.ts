const en = {
  plan: {
    absent: 'Absent on this day',
    absentNamed: '%{name}: absent on this day',
    isAbsent: '%{name} is absent. Accepting the plan enters the day off.',
    planDay: 'Plan this day',
    planChosen: 'Plan %{smart_count} visit |||| Plan %{smart_count} visits',
    planTitle: 'Plan for %{day}',
    reassign: 'Also reassign visits that have an employee',
    nothing: 'There is no better plan: nothing changes.',
    travel: 'Travel: %{before} min now, %{after} min in the plan.',
    withoutEmployee: 'Without an employee: %{before} now, %{after} in the plan.',
    wayMinutes: '%{minutes} min travel',
    fromEmployee: 'from %{name}',
    kinds: { new: 'new', moved: 'moved', stays: 'unchanged', against: 'unchanged, in conflict' },
    movedFrom: 'instead of %{time}',
    moreUnfit: 'Show %{smart_count} more visit |||| Show %{smart_count} more visits',
    fitsNobody: 'Fits nobody',
    accept: 'Accept %{smart_count} change |||| Accept %{smart_count} changes',
    accepted: '%{smart_count} visit planned |||| %{smart_count} visits planned',
    skipped:
      '%{smart_count} visit had changed and was left as it is |||| %{smart_count} visits had changed and were left as they are',
    dayOffEntered: 'Day off entered |||| %{smart_count} days off entered',
    enterDayOff: 'Enter the day off',
    setHours: 'Set hours',
    include: 'Plan with %{name}',
    unplanned: {
      noHours: '%{smart_count} person has no working hours |||| %{smart_count} people have no working hours',
      notDrawing:
        '%{smart_count} person of the office is not planned with |||| %{smart_count} people of the office are not planned with',
    },
    withoutWeek:
      '%{names} has no opening hours: tubes count as accepted at any time. |||| %{names} have no opening hours: tubes count as accepted at any time.',
    visitCount: '%{smart_count} visit |||| %{smart_count} visits',
    hours: '%{hours} h',
    miles: '%{miles} mi',
    lane: 'Day of %{name}',
    shorter: 'less travel',
    staysWith: 'stays with %{name}',
    way: '%{time} with %{name}',
    ways: {
      zone: '%{time} with %{name}, outside the zone',
      dailyCap: '%{time} with %{name}, one visit more than planned',
      noHours: '%{time} with %{name}, without known hours',
      shift: '%{time} with %{name}, outside working hours',
    },
    unassigned: '%{smart_count} visit unassigned |||| %{smart_count} visits unassigned',
    stillNeed:
      '%{smart_count} visit still needs somebody: %{names} |||| %{smart_count} visits still need somebody: %{names}',
    inConflict:
      '%{smart_count} visit stays in conflict: %{names} |||| %{smart_count} visits stay in conflict: %{names}',
    namesAndMore: '%{names} and %{smart_count} more',
    lost: '%{names} could not stay as shown: the visit was changed in the meantime. |||| %{names} could not stay as shown: the visits were changed in the meantime.',
  },
} as const;
export default en;
