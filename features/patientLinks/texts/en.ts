const en = {
  jobs: { names: { 'evening mail': 'Evening mail to patients' } },
};

export default en;
