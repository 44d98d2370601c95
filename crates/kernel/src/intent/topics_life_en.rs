//! More English words of everyday life, in breadth: money, law, school, sport, body, home, the world.
//!
//! Owns the lists only; `topics_en.rs` says how weak and strong words are told apart.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    // Money, law and offices, as a private person meets them.
    Group {
        feature: Feature::TopicStrong,
        words: "credit_card_debt credit_card_bill student_loan student_loans payday_loan emergency_fund roth_ira \
            401k house_prices down_payment tax_bracket tax_deduction file_my_taxes irs minimum_wage severance \
            laid_off maternity_leave paternity_leave sick_day sue lawsuit small_claims custody alimony \
            power_of_attorney green_card citizenship driving_licence jury_duty police_report traffic_fine pickpocket \
            scammed pyramid_scheme tip_in how_much_to_tip pocket_money allowance_for side_hustle dollar_store \
            yard_sale flea_market haggle refund_from_the_airline",
    },
    // Places and matters of a day.
    Group {
        feature: Feature::TopicStrong,
        words: "post_office town_hall city_hall dmv laundromat grocery_store hardware_store pharmacy_around \
            drugstore bakery butcher bookstore shopping_mall food_court parking_garage gas_station bus_stop \
            train_station subway traffic commute rush_hour sidewalk playground swing_set treehouse tree_house \
            sandbox_toys campfire bonfire front_door back_door house_key house_keys car_keys spare_key locksmith \
            doorknob mailbox_at fence hedges porch patio deck_chair hammock swimming_pool hot_tub new_job first_job \
            dream_job job_offer promotion_at my_interview lost_my_job got_fired got_promoted got_engaged got_married \
            got_divorced passed_away died_last funeral_of in_the_hospital broke_my lost_my stole_my_bike my_phone \
            my_laptop_screen my_camera phone_battery phone_screen cracked_screen phone_case new_phone old_phone \
            charger power_bank tv_remote smart_tv my_tv streaming_service cable_company internet_provider \
            wifi_at_home my_wifi my_router my_internet bread_never bread_rise sourdough_starter compound_interest \
            simple_interest inflation recession gdp supply_and_demand stock_split honeybees yawn yawning why_do_we \
            why_do_people why_do_cats why_do_dogs why_do_humans why_is_the_sky do_fish do_cats do_dogs do_bees \
            can_dogs can_cats can_babies oat_milk soy_milk almond_milk corn_on_the_cob fitted_sheet fitted_sheets \
            opening_move chess_opening grandmaster drums trumpet saxophone bagpipes accordion_lessons clap_for",
    },
    // What people say of films, days and each other; nobody says it of a program to have it changed.
    Group {
        feature: Feature::Social,
        words: "ridiculous is_ridiculous amazing so_rude rude gorgeous stunning lovely adorable so_cute fantastic \
            wonderful hilarious so_boring so_funny so_sweet so_proud so_kind so_mean so_smart so_beautiful \
            beautiful_day endless_today blew_my_mind loved_it hated_it can't_wait i_can't_believe believe_it \
            what_a_game what_a_match what_a_night what_a_beautiful what_a_lovely made_me_cry made_me_laugh best_day \
            worst_day you're_so you_are_so",
    },
    // School, exams, languages, mathematics.
    Group {
        feature: Feature::TopicStrong,
        words: "high_school middle_school elementary_school freshman sophomore valedictorian sat_score gre toefl \
            ielts essay_topic thesis_topic study_abroad study_habits cram flashcards_for learn_spanish learn_french \
            learn_german learn_japanese learn_english learn_mandarin duolingo irregular_verbs subjunctive adjective \
            adverb preposition conjugate conjugation idiom idioms proverb proverbs alliteration metaphor algebra \
            geometry trigonometry calculus_homework long_division times_tables fractions quadratic_formula \
            quadratic_equation isosceles logarithm prime_numbers least_common_multiple greatest_common_divisor \
            standard_deviation word_problem train_leaves apples_and how_many_ways binomial",
    },
    // Sport, stars, film, music, pastime.
    Group {
        feature: Feature::TopicStrong,
        words: "lakers warriors_game celtics yankees red_sox dodgers cowboys patriots real_madrid barcelona_match \
            manchester_united liverpool_fc arsenal chelsea_fc bayern juventus messi ronaldo mbappe lebron kobe \
            stephen_curry serena djokovic federer nadal tiger_woods usain_bolt formula_1 f1_race grand_prix \
            tour_de_france la_liga serie_a bundesliga mlb nhl ufc wrestling penalty_shootout hat_trick home_run \
            slam_dunk free_kick semi_final world_series stanley_cup euro_2024 winter_olympics gold_medal \
            half_marathon 5k_run couch_to_5k deadlift bench_press protein_shake creatine personal_trainer \
            running_pace stretch_before jogging jog thriller thrillers slow_burn romcom rom_com sitcom documentary \
            documentaries binge binge_watch spoiler season_finale hollywood bollywood marvel_movie star_wars \
            star_trek harry_potter lord_of_the_rings game_of_thrones breaking_bad the_office_us stranger_things \
            disney pixar taylor_swift beyonce adele ed_sheeran drake_album beatles rolling_stones pink_floyd \
            queen_band bts blackpink kpop eurovision grammys oscars emmys vinyl_record ukulele drummer guitar_solo \
            piano_lessons violin_lessons sing_along lullaby elden_ring zelda minecraft fortnite pokemon mario_kart \
            animal_crossing playstation xbox nintendo dungeons_and_dragons monopoly poker_night magic_trick juggling \
            card_trick",
    },
    // Body, illness, beauty, children, feelings.
    Group {
        feature: Feature::TopicStrong,
        words: "aches aching sneezing sneeze hiccup hiccuping snoring snore congested stuffy_nose nosebleed earache \
            ear_infection pink_eye eye_strain dry_eyes blurry_vision_in cramp cramps charley_horse stiff_neck \
            shin_splints plantar_fasciitis carpal_tunnel arthritis sciatica hernia kidney_stone kidney_stones \
            gallbladder appendix uti yeast_infection athlete_foot dandruff eczema psoriasis hives sunburned \
            frostbite food_poisoning stomach_bug norovirus covid_test tetanus_shot acid_reflux bloated gassy \
            diarrhoea lactose intolerant low_carb keto intermittent_fasting fasting carbs electrolytes hydrated \
            multivitamin omega_3 iron_deficiency anemia insulin_resistance menopause period_cramps birth_control \
            ovulation morning_sickness due_date_baby breastfeeding breastfeed teething toilet_training terrible_twos \
            picky_eater screen_time_for sibling_rivalry bullied bullying adhd autism dyslexia ocd panic_attack \
            panic_attacks social_anxiety self_care journaling gratitude_journal imposter_syndrome nervous \
            nervous_about scared worried_about ashamed embarrassed burnt_out burn_out killing_me drives_me_crazy \
            driving_me_crazy cry crying cheated_on get_over move_on_from long_distance_relationship hair_dye bangs \
            curly_hair split_ends mascara eyeliner foundation_shade moisturizer toner retinol deodorant cologne \
            bath_bomb spa_day chiropractor acupuncture physical_therapy",
    },
    // House, garden, kitchen, animals, things.
    Group {
        feature: Feature::TopicStrong,
        words: "clogged_drain unclog plunger faucet tap_drips dripping water_heater boiler_at mold mildew damp_wall \
            drywall grout caulk floorboards squeaky squeaks creaky hinges lightbulb light_bulb fuse_box \
            circuit_breaker_at_home smoke_detector air_conditioner ac_unit space_heater dehumidifier humidifier mop \
            mopping broom detergent bleach baking_soda declutter ikea bookshelf bookcase nightstand dining_table \
            kitchen_table coffee_table recliner futon rug rugs houseguest housework chores cleaning_lady lawnmower \
            lawn_mower sprinkler_at rake shovel hose flowerbed tulip daffodils peonies geranium basil_plant \
            tomato_plants overwatering repot repotting aphids slugs raccoon squirrel squirrels pigeons seagull crow \
            hedgehog golden_retriever labrador poodle german_shepherd chihuahua pug siamese tabby purrs vet_bill \
            spay spayed flea_collar dog_walker dog_park puppy_training crate_training fish_food leftover \
            leftover_rice stir_fry scrambled hard_boiled soft_boiled poached_eggs deviled_eggs french_toast \
            grilled_cheese mac_and_cheese meatloaf pot_roast chili_con gumbo jambalaya guacamole salsa_dip tortilla \
            naan biryani tikka pad_thai pho bibimbap kimchi tempura teriyaki miso dim_sum ratatouille quiche souffle \
            crepes tiramisu macarons eclair shortbread scones apple_pie pie_crust whipped_cream buttercream \
            parchment_paper rolling_pin cast_iron instant_pot slow_cooker rice_cooker defrost thaw expired_milk \
            spoiled_milk shelf_life_of freezer_burn decaf cold_brew french_press matcha kombucha prosecco martini \
            margarita mojito hangovers sober bartending raincoats winter_coat hoodie t_shirt tuxedo blazer cardigan \
            leggings bra swimsuit bikini flip_flops sunglasses backpack_for fanny_pack wrinkle_free moth_holes \
            shoe_size clothes_shrink bike_tire flat_tyre brake_pads_on jump_start dead_battery_in windshield \
            mileage_does gas_mileage electric_car tesla_model toyota honda_civic parallel_park roundabout_rules \
            hitchhike ferry_to eurail visa_for vaccination_for northern_lights cherry_blossom road_trips staycation \
            glamping yosemite grand_canyon niagara machu_picchu taj_mahal colosseum louvre big_ben statue_of_liberty \
            sagrada santorini bali maldives hawaii_trip",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "vacuum bulbs triangle triangles sine cosine lawyer health_insurance life_insurance home_insurance \
            car_insurance index_fund index_funds etf etfs mutual_fund dividends real_estate realtor overtime_pay \
            sick_leave annual_leave day_off notice_period vaccinated diabetic blood_sugar thyroid massage sauna \
            litter vocabulary_list sudoku bingo scrabble jigsaw credit_score savings_account income_tax property_tax \
            rice_cookers egg_timer salad_bar puppy_class kitchen_sink landlord_and shoulder shoulders elbow wrist \
            hip neck spine chest toe toes finger fingers thumb chin jaw lips nose ears forehead oslo stockholm \
            copenhagen helsinki dublin edinburgh brussels warsaw budapest athens moscow kyiv zurich geneva milan \
            venice florence naples munich hamburg cologne_cathedral porto seville valencia lyon marseille \
            nice_france osaka kyoto taipei hanoi manila jakarta kuala_lumpur mumbai delhi kolkata nairobi cape_town \
            lagos casablanca toronto vancouver montreal boston seattle miami denver austin houston las_vegas hawaii \
            alaska california texas florida mongolia nepal bhutan pakistan bangladesh sri_lanka cambodia laos \
            new_zealand fiji morocco tunisia algeria ethiopia ghana uganda tanzania bolivia ecuador venezuela \
            uruguay paraguay panama jamaica cyprus malta croatia serbia slovenia slovakia bulgaria estonia latvia \
            lithuania kazakhstan uzbekistan this_weekend next_weekend last_night this_morning yesterday_evening \
            this_summer next_summer interview resume_tips dad mom mum aunt uncle cousin grandson granddaughter twins \
            teenager_in roommate roommates sunset_in sunrise_in sunset_time sandwich sandwiches soup_kitchen noodle \
            noodles_bar knitted bouquet florist haircuts barber salon spa gym_class choir_practice band_practice \
            rehearsal recital",
    },
    // Facts about the world.
    Group {
        feature: Feature::Fact,
        words: "sum_of_the_first natural_numbers how_many_miles miles_in kilometers_in to_celsius to_fahrenheit \
            roll_a olympic olympics medals medal_table world_record holds_the_record squared cubed stand_for \
            stands_for acronym abbreviation fastest_land fastest_animal heavier_than which_is_heavier \
            which_is_bigger which_is_older in_the_world in_the_universe on_earth do_all_day product_manager \
            do_for_a_living how_many_calories how_many_teeth how_many_players how_many_legs how_many_feet \
            how_many_cups how_many_ml how_many_ounces how_many_km how_many_continents how_many_languages \
            how_many_moons how_many_stars how_many_chromosomes how_tall_was how_old_was how_long_is_the_flight \
            how_heavy_is how_deep_is how_hot_is how_cold_is how_fast_can_a who_is_the_president who_is_the_king \
            who_is_the_ceo who_killed who_built who_composed who_starred first_person_to first_man first_woman \
            first_president first_emperor last_emperor the_first_world second_world_war world_war_ii ww2 wwii ww1 \
            vietnam_war napoleonic ottoman byzantine mongol vikings viking aztec aztecs incas maya_civilization \
            pharaoh pharaohs tutankhamun pyramids samurai shogun ming_dynasty qing_dynasty tang_dynasty genghis_khan \
            alexander_the_great joan_of_arc henry_viii queen_elizabeth queen_victoria abraham_lincoln \
            george_washington churchill stalin hitler mandela martin_luther marie_curie isaac_newton galileo darwin \
            nikola_tesla edison freud nietzsche kant confucius buddha moby_dick pride_and_prejudice 1984_by \
            don_quixote great_gatsby frankenstein sherlock_holmes mars jupiter saturn venus mercury_planet pluto \
            neptune uranus milky_way asteroid comet eclipse solar_eclipse lunar_eclipse northern_hemisphere \
            southern_hemisphere largest_ocean largest_desert largest_lake largest_island tallest_building \
            tallest_mountain deepest_lake most_populous most_spoken official_currency national_dish national_animal \
            state_capital capital_cities neighboring_countries landlocked atomic_number atomic_weight noble_gas \
            ph_of chemical_formula boiling_temperature absolute_zero speed_of_sound newton_law law_of_thermodynamics \
            osmosis mitosis chlorophyll mammal mammals reptile reptiles amphibian vertebrates penguins giraffe \
            giraffes kangaroo koala panda pandas octopus jellyfish hibernate migrate_south leap_years \
            daylight_saving lunar_new_year chinese_new_year ramadan diwali hanukkah passover st_patrick oktoberfest \
            mardi_gras groundhog a_kilometer a_kilometre a_mile an_inch a_foot_in a_liter a_litre a_tablespoon \
            a_teaspoon tablespoons teaspoons",
    },
    // Talk, advice, texts.
    Group {
        feature: Feature::Social,
        words: "how_was_your how's_your_day how_is_your_day how_do_you_feel what_are_you_up_to \
            tell_me_about_yourself i'm_so_sad i'm_exhausted i'm_so_bored i'm_freezing i'm_starving i'm_hungry \
            i'm_happy i'm_nervous i'm_stressed i'm_excited i'm_worried i'm_sick i'm_back_home i_can't_sleep \
            i_give_up_on_life i_miss_my i_need_a_hug cheer_up wish_me_luck pray_for fingers_crossed best_wishes \
            take_care have_a_nice have_a_great have_a_good enjoy_your happy_monday happy_weekend happy_holidays \
            happy_easter happy_anniversary welcome_back long_time_no_see knock_knock dad_joke would_you_rather \
            truth_or_dare never_have_i_ever what_if_you_were roast_me flirt do_you_get_tired do_you_eat do_you_feel \
            do_you_think_you are_you_an_ai are_you_alive are_you_chatgpt which_model_are_you what_model_are_you \
            who_made_you who_created_you how_old_are_you where_are_you_from",
    },
    Group {
        feature: Feature::Advice,
        words: "should_i_send_it_back should_i_take should_i_see should_i_call should_i_tell should_i_wear \
            should_i_eat should_i_go should_i_quit should_i_get how_do_i_get_rid how_do_i_tell how_do_i_ask \
            how_do_i_stop_being how_do_i_make_friends how_deep_should how_long_should_i how_often_should_i \
            what_can_i_cook what_can_i_make what_can_i_eat what_can_i_wear what_can_i_give what_goes_well \
            what_pairs_with where_to_eat where_to_stay where_to_buy where_to_go when_to_plant when_to_harvest \
            is_it_too_late_to is_it_worth_it is_it_weird is_it_normal_to is_it_okay_to is_it_safe_to_drink \
            is_it_safe_to_travel is_it_cheaper is_it_better_to any_quick_fix home_remedy home_remedies remedy \
            remedies good_gift gift_idea gifts_for present_ideas date_ideas party_ideas costume_ideas name_ideas \
            suggest_a_name recommend_me recommend_a recommend_some can_you_recommend pros_and_cons_of_moving \
            best_exercise best_food best_season best_month best_restaurant best_hotel best_book best_movie best_song",
    },
    Group {
        feature: Feature::PrivateText,
        words: "limerick_about haiku_about poem_about joke_about rhyme_about verse_about thank_you_message \
            thank_you_note_to note_to_my_landlord note_to_my note_for_my card_for_my letter_for_my email_my text_my \
            message_for_my vows wedding_toast retirement_speech farewell_speech farewell_email sick_note excuse_note \
            excuse_for absence_note apology_to apology_email love_note pickup_line pick_up_line pick_up_lines \
            tongue_twister nursery_rhyme acrostic free_verse rap_verse song_lyrics chorus_for story_for ghost_story \
            fan_fiction fanfic dialogue_between_two monologue book_report yelp_review tripadvisor travel_blog \
            food_blog personal_ad tinder_bio tinder_profile linkedin_summary linkedin_headline holiday_letter \
            christmas_card sympathy_note get_well_card get_well_soon baby_announcement save_the_date",
    },
    // Computing in general: no repository is needed to answer.
    Group {
        feature: Feature::Knowledge,
        words: "201 204 301 302 304 400 401 403 429 api sdk openssl postgres postgresql mysql mariadb sqlite redis \
            memcached mongodb cassandra elasticsearch kafka rabbitmq nginx apache tomcat docker podman kubernetes \
            k8s terraform ansible jenkins github gitlab bitbucket mercurial svn maven gradle webpack rollup npm yarn \
            pip cargo homebrew react vue angular svelte jquery bootstrap_css tailwind django flask fastapi rails \
            laravel express spring_boot spring python javascript typescript java kotlin rust golang ruby php swift \
            scala perl haskell erlang elixir clojure cobol fortran lisp prolog smalltalk c++ objective_c \
            assembly_language windows macos android ubuntu debian fedora arch_linux aws azure gcp heroku vercel \
            netlify cloudflare chatgpt gpt copilot intellij vscode visual_studio_code xcode eclipse_ide \
            stack_overflow_site hacker_news cap_theorem the_cap_theorem halting_problem the_halting_problem \
            byzantine_generals dining_philosophers conway_law hungarian_notation camel_case snake_case kebab_case \
            fizzbuzz hello_world rubber_duck rubber_duck_debugging yak_shaving bus_factor technical_debt \
            pair_programming test_driven_development tdd bdd domain_driven_design waterfall_model von_neumann \
            harvard_architecture risc cisc arm_architecture x86 ascii_table unix_epoch epoch_time y2k year_2038 \
            binary_number binary_numbers hexadecimal octal octet nibble kilobyte megabyte gigabyte terabyte \
            bandwidth_and_latency open_source free_software mit_license gpl gpl_license apache_license copyleft \
            quantum_computing quantum_computer cryptocurrency smart_contract big_data data_science data_lake \
            data_warehouse overfitting underfitting backpropagation convolution attention_mechanism \
            reinforcement_learning supervised_learning turing_complete finite_automaton regular_language \
            context_free_grammar np_completeness lambda_expression red_black avl_tree splay_tree skip_list min_heap \
            max_heap priority_queue breadth_first depth_first greedy_algorithm divide_and_conquer radix_sort \
            counting_sort bucket_sort selection_sort shell_sort timsort stable_sort spinlock memory_barrier \
            context_switch page_fault system_call user_space kernel_space process_and_a_thread null_island",
    },
    Group {
        feature: Feature::Define,
        words: "in_plain_words plain_words in_simple_words default_port default_port_of default_port_for \
            well_known_port stands_for_in what_does_it_stand_for what_do_the_letters who_invented_the \
            who_created_the who_designed who_developed when_was_it_invented written_in_what invented_by name_origin \
            where_does_the_name come_from_the_word why_is_it_called why_is_it_named named_after in_one_sentence \
            in_a_sentence in_a_nutshell in_plain_english in_layman_terms like_i'm_five like_i_am_five \
            to_a_five_year_old to_a_child to_my_grandma with_an_analogy example_of_a_real_world should_i_learn_first \
            hardest_language easiest_language best_language_to_learn most_popular_language \
            is_it_a_programming_language",
    },
];
