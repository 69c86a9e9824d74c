/** Objectives of ad networks: the goals of the Service that each has one for, with its word, as its public documentation was remembered on 2026-11-26. Rows of platforms.ts name them. Source: readings, "Ads" */

type Objectives = Readonly<Record<string, string | null>>;

export const META_OBJECTIVES: Objectives = {
  engagement: 'OUTCOME_ENGAGEMENT',
  traffic: 'OUTCOME_TRAFFIC',
  awareness: 'OUTCOME_AWARENESS',
  video_views: 'OUTCOME_ENGAGEMENT',
  lead_generation: 'OUTCOME_LEADS',
  lead_conversion: 'OUTCOME_LEADS',
  conversions: 'OUTCOME_SALES',
  app_promotion: 'OUTCOME_APP_PROMOTION',
  catalog_sales: 'OUTCOME_SALES',
  page_likes: 'OUTCOME_ENGAGEMENT',
};

/** Campaigns of Google Ads have a goal when they are made, and no field for it afterwards. */
export const GOOGLE_OBJECTIVES: Objectives = {
  traffic: null,
  awareness: null,
  video_views: null,
  lead_generation: null,
  conversions: null,
  app_promotion: null,
};

export const TIKTOK_OBJECTIVES: Objectives = {
  engagement: 'ENGAGEMENT',
  traffic: 'TRAFFIC',
  awareness: 'REACH',
  video_views: 'VIDEO_VIEWS',
  lead_generation: 'LEAD_GENERATION',
  conversions: 'WEB_CONVERSIONS',
  app_promotion: 'APP_PROMOTION',
  catalog_sales: 'PRODUCT_SALES',
};

export const LINKEDIN_OBJECTIVES: Objectives = {
  engagement: 'ENGAGEMENT',
  traffic: 'WEBSITE_VISIT',
  awareness: 'BRAND_AWARENESS',
  video_views: 'VIDEO_VIEW',
  lead_generation: 'LEAD_GENERATION',
  conversions: 'WEBSITE_CONVERSION',
  job_applicants: 'JOB_APPLICANT',
};

export const X_OBJECTIVES: Objectives = {
  engagement: 'ENGAGEMENTS',
  traffic: 'WEBSITE_CLICKS',
  awareness: 'REACH',
  video_views: 'VIDEO_VIEWS',
  conversions: 'WEBSITE_CONVERSIONS',
  app_promotion: 'APP_INSTALLS',
};

export const PINTEREST_OBJECTIVES: Objectives = {
  engagement: 'CONSIDERATION',
  traffic: 'CONSIDERATION',
  awareness: 'AWARENESS',
  video_views: 'VIDEO_COMPLETION',
  conversions: 'WEB_CONVERSION',
  catalog_sales: 'CATALOG_SALES',
};

/** What Meta delivers an ad set for. */
export const META_OPTIMIZATIONS: readonly string[] = [
  'NONE',
  'AD_RECALL_LIFT',
  'ADVERTISER_SILOED_VALUE',
  'APP_INSTALLS',
  'APP_INSTALLS_AND_OFFSITE_CONVERSIONS',
  'AUTOMATIC_OBJECTIVE',
  'CONVERSATIONS',
  'DERIVED_EVENTS',
  'ENGAGED_USERS',
  'EVENT_RESPONSES',
  'IMPRESSIONS',
  'IN_APP_VALUE',
  'LANDING_PAGE_VIEWS',
  'LEAD_GENERATION',
  'LINK_CLICKS',
  'MEANINGFUL_CALL_ATTEMPT',
  'MESSAGING_APPOINTMENT_CONVERSION',
  'MESSAGING_PURCHASE_CONVERSION',
  'OFFSITE_CONVERSIONS',
  'PAGE_LIKES',
  'POST_ENGAGEMENT',
  'PROFILE_AND_PAGE_ENGAGEMENT',
  'PROFILE_VISIT',
  'QUALITY_CALL',
  'QUALITY_LEAD',
  'REACH',
  'REMINDERS_SET',
  'SUBSCRIBERS',
  'THRUPLAY',
  'VALUE',
  'VISIT_INSTAGRAM_PROFILE',
];
