//! English words of what is not about code: private life, the world, talk, and general knowledge.
//!
//! Owns the lists only. A word that a product may well be about (weather, ticket) is weak; one that only people
//! have (headache, boyfriend) is strong.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    // Weather, food and drink.
    Group {
        feature: Feature::TopicStrong,
        words: "clicking_noise rent_or_buy rent_a_house buy_a_house way_home smell smells stinks stinky wash washing \
            hiccups cure_for dying_plants million_dollars baby babies baby_gate stairs trousers hemming burnt tastes \
            windy rainy_afternoon toddlers stepmom raincoat umbrella sunburn sunscreen rain_tomorrow snow_tomorrow \
            cook_dinner for_dinner for_lunch for_breakfast boil boiled simmer fry frying roast roasted grill grilled \
            bake baking marinate knead dough sourdough yeast omelette egg eggs bacon steak chicken turkey_dinner \
            lasagna spaghetti pasta_sauce pizza_place sushi ramen curry soup stew salad dressing avocado banana \
            bananas strawberries garlic onion onions butter flour sugar salt cinnamon vanilla chocolate_cake \
            birthday_cake cheesecake cupcake muffin pancake pancakes waffles icing frosting espresso latte \
            cappuccino whisky whiskey brew_coffee protein_intake leftovers oven air_fryer crockpot frying_pan \
            saucepan takeout dessert appetizer potluck barbecue bbq picnic thanksgiving_dinner tasty delicious yummy \
            hungry thirsty",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "weather forecast rain raining rainy snow snowing sunny cloudy storm hurricane humidity heatwave \
            recipe recipes ingredient ingredients meal meals food dish dishes restaurant restaurants cafe coffee tea \
            cake cookies bread cheese rice meat fish pizza burger dinner lunch breakfast snack snacks kitchen chef \
            cook cooking",
    },
    // Travel and places.
    Group {
        feature: Feature::TopicStrong,
        words: "trip_to travel_to flight_to flights_to train_to bus_to drive_to fly_to road_trip honeymoon \
            sightseeing jet_lag passport visa_requirements suitcase backpacking hostel airbnb beach_house day_trip \
            weekend_in days_in vacation holiday_in tourist_attractions must_see things_to_do hiking hike ski_resort \
            book_a_table book_a_hotel book_a_flight book_a_train book_a_room pack_for",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "trip travel hotel hotels flight flights train trains airport airline beach museum museums tour tours \
            city cities island mountain lake paris london tokyo rome berlin lisbon madrid barcelona amsterdam vienna \
            prague new_york san_francisco los_angeles chicago sydney singapore bangkok hong_kong beijing shanghai \
            seoul dubai istanbul cairo italy france spain germany japan china australia canada mexico brazil india \
            thailand greece portugal europe asia africa",
    },
    // Health, body and feelings.
    Group {
        feature: Feature::TopicStrong,
        words: "headache migraine fever sore sore_throat cough coughing runny_nose flu stomach_ache stomachache \
            nausea rash itchy allergy allergies allergic bite bitten sting stung bruise sprained ankle knee knees \
            back_pain backache toothache tooth teeth dentist pregnant pregnancy insomnia can't_sleep fall_asleep \
            sleep_better tired exhausted_after diet lose_weight weight_loss gain_weight workout push_ups pushups \
            squats yoga meditation stretching muscle muscles vitamin vitamins painkiller ibuprofen aspirin \
            antibiotics blood_pressure cholesterol hangover hurts hurting itching swollen bleeding scar skin \
            skincare acne haircut hair_loss depressed depression anxious anxiety lonely sad heartbroken stressed \
            stressed_out overwhelmed homesick bored unhappy upset cheer_me_up feel_down feeling_down feel_better \
            feel_like burnout burned_out motivation_to jealous grieving grief therapist hug",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "doctor hospital medicine medication pill pills symptom health healthy sleep exercise gym marathon \
            fitness pain vet nurse clinic vaccine virus_infection brain heart stomach throat eyes skin_care",
    },
    // Family, pets, home, love.
    Group {
        feature: Feature::Private,
        words: "i_feel i_felt i_am_feeling i'm_feeling my_dog my_cat my_puppy my_kitten my_hamster my_rabbit \
            my_parrot my_fish my_horse my_snake my_pet my_pets my_mom my_mum my_mother my_dad my_father my_parents \
            my_son my_daughter my_kid my_kids my_child my_children my_baby my_toddler my_wife my_husband my_partner \
            my_girlfriend my_boyfriend my_ex my_fiance my_fiancee my_sister my_brother my_aunt my_uncle my_cousin \
            my_niece my_nephew my_grandma my_grandpa my_grandmother my_grandfather my_grandparents my_friend \
            my_friends my_best_friend my_roommate my_flatmate my_neighbor my_neighbour my_neighbors my_landlord \
            my_boss my_teacher my_doctor my_car my_bike my_house my_home my_apartment my_flat my_garden my_kitchen \
            my_bedroom my_sofa my_couch my_wedding my_birthday my_marriage my_hair my_skin my_back my_leg my_arm \
            my_hand my_foot my_feet my_knee my_head my_stomach my_eyes my_tooth my_teeth my_weight my_diet my_sleep \
            my_life my_day my_weekend my_vacation my_holiday my_trip my_salary my_rent my_mortgage my_savings \
            my_taxes my_plants my_plant my_lawn my_python_bit grandma grandpa grandmother grandfather mother_in_law \
            father_in_law girlfriend boyfriend wife husband fiance fiancee toddler newborn puppy kitten",
    },
    Group {
        feature: Feature::TopicStrong,
        words: "dog dogs cat cats hamster rabbit goldfish litter_box leash barking meowing bark scratching_the sofa \
            couch carpet curtains mattress pillow dishwasher washing_machine vacuum_cleaner laundry stain stains \
            lawn mow weeds houseplant houseplants fertilizer prune tomatoes roses shade_tree plumber leaking_tap \
            leaky_faucet clogged radiator thermostat_at_home landlord babysitter kindergarten diaper diapers divorce \
            breakup broke_up dating first_date tinder crush_on apologise apologize bridesmaid bachelor_party \
            baby_shower anniversary_gift birthday_party birthday_gift birthday_present gift_for present_for \
            christmas_gift christmas easter halloween valentine mother_day father_day in_laws",
    },
    // Shopping, sports, leisure, money, work life.
    Group {
        feature: Feature::TopicStrong,
        words: "running_shoes sneakers dress suit_and_tie necktie outfit jeans sweater jacket perfume lipstick \
            makeup jewellery jewelry handbag best_phone best_laptop which_laptop which_phone buy_a should_i_buy \
            cheapest worth_buying black_friday premier_league champions_league world_cup super_bowl nba nfl fifa \
            olympics grand_slam wimbledon touchdown offside quarterback goalkeeper who_won baseball cricket swimming \
            surfing ski skiing marathon_training netflix series_to_watch tv_show episode_of lyrics_to \
            book_recommendation good_book horror_film comedy anime manga karaoke_night horoscope zodiac tarot \
            astrology lottery lottery_numbers crossword trivia_night board_game_night stock_market invest investing \
            retirement tax_return salary_negotiation pay_rise resume cover_letter job_interview resignation_letter \
            quit_my_job coworker colleagues small_talk icebreaker life_advice meaning_of_life dream dreamt religion \
            god politics president prime_minister celebrity gossip",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "shoes clothes shirt shopping price gift present party music film actor actress singer sport sports \
            match team league coach game games chess book books story stories career boss money budget bank loan \
            insurance car bike school college university homework exam grades garden tree trees flowers plant animal \
            animals bird birds weekend holiday summer winter spring autumn friend friends family kids children love \
            happy couple",
    },
    // More of everyday life.
    Group {
        feature: Feature::TopicStrong,
        words: "oil_painting acrylic astrology photography_tips zumba pilates kickboxing cycling_holiday \
            sailing_trip snorkeling skateboarding rollerblading trampoline treadmill dumbbell dumbbells barbell \
            gym_membership groceries supermarket kettle_at toaster blender cutlery spoon spoons plates napkins \
            tablecloth attic basement gutter roof_leak chimney fireplace doorbell wallpaper paint_the_wall \
            ceiling_fan bathtub shower_curtain toilet towel towels bed_sheets duvet blanket mattress memory_foam \
            side_sleepers bunk_bed crib stroller pacifier bedtime naptime tantrum homework_help school_play \
            parent_teacher nanny mouse_trap mousetrap cockroach cockroaches wasps wasp mosquito mosquitoes \
            spider_bite moths fleas ticks termites pest_control suede denim shirt_stain coffee_stain iron_a ironing \
            dry_cleaning shrink_in zipper hem shoelaces high_heels sandals wardrobe earrings necklace bracelet \
            engagement_ring piercing manicure nail_polish shampoo conditioner beard mustache shave shaving razor \
            eyebrows wrinkles root_canal wisdom_tooth wisdom_teeth braces floss mouthwash eyeglasses contact_lenses \
            hearing_aid blister splinter sunstroke dehydration constipation diarrhea heartburn vomit vomiting dizzy \
            dizziness fainted concussion fracture x_ray vaccine_shot flu_shot side_effects_of_the_pill overdose \
            caffeine melatonin probiotics green_tea black_tea herbal_tea smoothie milkshake lemonade soda tequila \
            vodka rum gin port_wine red_wine white_wine champagne blue_cheese cheddar mozzarella parmesan basil \
            oregano thyme rosemary parsley cilantro ginger turmeric paprika cumin peppercorn olive_oil vinegar \
            soy_sauce mayonnaise ketchup mustard peanut_butter maple_syrup oatmeal granola yogurt tofu lentils \
            beans_soup chickpeas hummus quinoa broccoli spinach kale cabbage carrots potatoes mushrooms zucchini \
            eggplant cucumber pumpkin lettuce celery asparagus mango pineapple watermelon grapes blueberries \
            raspberries cherries peaches lemon_juice salmon tuna shrimp lobster crab oysters sausage sausages ham \
            meatballs ribs brisket lamb_chops duck_breast gravy stuffing casserole taco tacos burrito quesadilla \
            dumplings noodles fried_rice risotto paella gnocchi pesto carbonara bolognese kebab falafel croissant \
            baguette bagel donut doughnut brownie brownies pudding ice_cream gelato popcorn crackers trail_mix \
            side_dish main_course three_course cactus succulent succulents orchid orchids tulips lavender sunflower \
            hydrangea ivy fern compost mulch potting_soil seedlings weeding hedge leaf_blower bird_feeder fish_tank \
            dog_food cat_food kibble vet_visit neuter housebroken potty_training groom_my paw paws tail_wagging \
            purring hairball parakeet budgie turtle tortoise gecko iguana ferret guinea_pig chickens_in rooster goat \
            ski_season snowboarding snow_chains tire_pressure flat_tire oil_change car_wash driving_test \
            driver_license driving_license parking_ticket speeding_ticket toll_road motorcycle moped used_car \
            new_car road_rage carpool commute_to traffic_jam airport_security boarding_gate_at window_seat jetlag \
            layover travel_insurance souvenir souvenirs postcards tip_the_waiter still_tip tipping rude_waiter \
            bartender waiter waitress barista menu_for_two reservation_for_two date_night anniversary_dinner prom \
            graduation_party retirement_party housewarming baby_names name_my pet_names nickname_for goldfish_name \
            mondays tgif weekend_plans bucket_list new_year_resolution gratitude mindfulness procrastination \
            self_esteem confidence_boost breakup_advice ghosted situationship mother in_love unrequited soulmate \
            marriage_proposal prenup inheritance will_and_testament landlord_won't security_deposit eviction \
            roommate_agreement noisy_neighbors homeowners garage_sale thrift_store ebay_listing",
    },
    Group {
        feature: Feature::TopicWeak,
        words: "miles kilometres kilometers celsius fahrenheit dice percent birthday wine beer cocktail cocktails \
            wedding itinerary luggage mortgage pension stocks bitcoin football soccer basketball tennis golf cruise \
            camping vegan vegetarian gluten calorie calories tattoo election aquarium pottery knitting crochet \
            crocheting sewing embroidery quilting origami calligraphy watercolor watercolour easel sketching \
            woodworking carpentry gardening bonsai beekeeping birdwatching ballet salsa tango karate judo boxing \
            climbing bouldering kayak kayaking canoe scuba diving skateboard stitches mice rats ants spiders juice \
            jam cereal coconut sheets linen leather cotton wool silk garage fridge freezer microwave boots song \
            songs band concert movie movies novel novels piano guitar violin average_of sum_of product_of milk \
            bread_loaf juice_box water_bottle garlic_bread vegetable vegetables fruit fruits apple apples orange \
            oranges potato tomato pepper corn bean beans nuts oil plate bowl cup glass bottle knife pan pot stove \
            bed bedroom bathroom living_room door window floor wall roof chair desk lamp candle clock watch blanket \
            shirt pants skirt hat coat gloves scarf socks ring bag wallet umbrella_stand toy toys doll balloon \
            balloons ticket_to cinema theater theatre opera orchestra choir painting sculpture artist poet writer \
            author_of novel_by character_in plot_of hamlet macbeth odyssey bible philosophy philosopher psychology \
            economics teacher_of classmate classmates lesson_in tutor_for kid adult teenager teenagers elderly \
            senior seniors neighbor neighbors neighbour village town countryside farm farmer cow cows horse horses \
            sheep pig pigs duck ducks bear wolf lion tiger elephant monkey shark whale dolphin bee bees butterfly \
            insect insects snake river rivers ocean sea forest desert valley volcano earthquake sky moon sun star \
            stars sunrise sunset wind cloud_shapes thunder lightning rainbow fog ice january february march april \
            june july august september october november december monday tuesday wednesday thursday friday saturday \
            sunday tonight north_america south_america antarctica middle_east scandinavia russia ukraine poland \
            turkey egypt kenya nigeria argentina chile peru colombia cuba vietnam indonesia philippines malaysia \
            korea iran iraq israel sweden norway denmark finland switzerland austria belgium ireland scotland wales \
            iceland hungary romania religion church temple mosque prayer wedding_cake funeral soldier army war peace \
            king queen prince princess emperor knight pirate pirates dragon wizard fairy",
    },
    Group {
        feature: Feature::Fact,
        words: "cube_of weather_like weather_in weather_tomorrow weather_today weather_forecast_for grams_in \
            ounces_in pounds_in a_pound a_gallon an_ounce president_of prime_minister_of king_of queen_of \
            how_many_grams photosynthesis gravity evolution_of dna black_hole black_holes quantum_mechanics \
            quantum_entanglement relativity big_bang volcanoes tectonic ozone greenhouse_effect global_warming \
            climate_change magnetism electrons protons atoms molecule molecules mitochondria antibodies sky_blue \
            ocean_salty tides_work rainbows_form stone_age bronze_age renaissance industrial_revolution cold_war \
            civil_war berlin_wall titanic apollo_11 moon_landing cleopatra julius_caesar gandhi mona_lisa da_vinci \
            michelangelo van_gogh picasso beethoven bach hemingway tolstoy dickens jane_austen homer plato aristotle \
            socrates rivers_in countries_in cities_in states_in oceans continents continent equator hemisphere \
            latitude longitude_of currency_in official_language how_many_weeks how_many_days how_many_hours \
            how_many_minutes how_many_seconds how_many_bones how_many_planets how_many_countries how_many_states \
            weeks_in_a_year days_in_a_year twice_as_much square_of median_of mean_of remainder_of decimal_of \
            fraction simplify_the_fraction plot_of summary_of_the_book author_of who_is_the who_was_the who_plays \
            who_sang who_sings who_directed which_country which_planet which_element which_animal won_the \
            nobel_prize oscar_for box_office richest_person oldest_person fastest_animal largest_animal \
            smallest_country hottest_place coldest_place",
    },
    Group {
        feature: Feature::Advice,
        words: "is_it_rude is_it_ok_to_eat is_it_ok_to_wear is_it_ok_to_give what_would_you_do how_to any_good \
            good_for for_beginners worth worth_it worth_returning works_best works_better best_way best_time \
            which_is_best what's_the_best what_is_the_best what's_a_good what_is_a_good a_good_name something_to_do \
            things_to_say how_early how_much_should how_often_should is_it_safe_to_eat is_it_normal is_it_bad \
            is_it_true good_idea_for suggestions_for ideas_for_a what_goes_with go_well_with goes_with pair_with \
            instead_of_sugar help_me_choose help_me_decide help_me_pick help_me_word what_to_say what_to_do_with \
            what_to_cook what_to_bring what_to_buy what_to_eat what_to_watch what_to_read how_should_i_respond \
            what_do_people to_spend_less",
    },
    Group {
        feature: Feature::Social,
        words: "you_got_me got_me you're_funny you_are_so_funny you're_great you're_the_best you're_awesome \
            you_made_my_day ugh yikes oops_lol meh yawn whoa woohoo hooray bravo i'm_so_proud i'm_so_happy \
            i'm_so_tired i'm_so_excited i_am_so i'm_so i_miss so_proud_of happy_friday it's_friday long_day_today \
            rough_day what_a_day what_do_you_think_of_me do_you_know_me do_you_remember_me can_we_talk let's_chat \
            just_chatting nothing_much not_much_you guess_what what's_your_opinion_on_life are_you_ok are_you_happy \
            are_you_tired do_you_have_a do_you_believe do_you_ever make_me_laugh make_me_smile",
    },
    Group {
        feature: Feature::PrivateText,
        words: "play_about condolence_note sympathy_card text_my_ex reply_to_my breakup_text apology_letter \
            love_poem rap_about lyrics_about acceptance_speech best_man_speech maid_of_honor_speech \
            graduation_speech motivational_speech obituary thank_you_email thank_you_letter recommendation_letter \
            reference_letter letter_of_recommendation personal_statement college_essay bio_for_my instagram_caption \
            birthday_message anniversary_message holiday_greeting greeting_card wedding_invitation \
            out_of_office_reply vacation_reply polite_reply polite_email polite_way_to rsvp bedtime_stories \
            word_a_note note_for_a_colleague pirate_story scene_about",
    },
    Group {
        feature: Feature::Translate,
        words: "in_russian in_portuguese in_arabic in_hindi in_dutch in_polish in_turkish in_swedish in_greek \
            in_latin in_thai in_vietnamese into_dutch into_polish into_arabic into_hindi into_latin to_french \
            to_spanish to_german to_japanese to_italian to_chinese to_korean to_portuguese to_russian \
            how_to_pronounce how_is_it_spelled spelling_of opposite_of another_word_for rhymes_with",
    },
    // Talk for its own sake.
    Group {
        feature: Feature::Social,
        words: "hello hi hey hiya howdy hello_there hey_there hi_there good_morning good_afternoon good_evening \
            good_night goodnight goodbye bye see_you see_ya cya lol lmao rofl haha hahaha hehe xd wow omg yay \
            nice_one well_played congrats congratulations happy_birthday merry_christmas happy_new_year how_are_you \
            how_are_you_doing how_is_it_going how's_it_going what's_up whats_up wassup sup nice_to_meet_you \
            who_are_you what_are_you are_you_human are_you_real are_you_a are_you_an are_you_there are_you_sentient \
            are_you_conscious do_you_like do_you_love do_you_have_feelings do_you_dream do_you_sleep your_favorite \
            your_favourite what_is_your_name what's_your_name tell_me_a_joke tell_me_a_story tell_me_something \
            sing_me joke jokes riddle fun_fact pun puns talk_to_me chat_with_me keep_me_company i_love_you \
            i_hate_you you_are_awesome you_rock you_are_great you_are_funny love_you miss_you cheers_mate \
            thank_you_so_much i_am_bored i'm_bored i'm_sad i'm_tired i'm_lonely i_am_tired i_am_sad sweet_dreams \
            good_luck",
    },
    Group {
        feature: Feature::Advice,
        words: "recommend recommendation recommendations suggest_a suggest_some suggest_something any_tips tips_for \
            tips_on advice ideas_for gift_ideas best_way_to_spend where_should_i_go what_should_i_ask near_me nearby \
            near_the best_place good_place which_is_better what_helps what_to_wear how_to_clean how_to_remove_a \
            is_it_healthy is_it_rude how_long_should",
    },
    Group {
        feature: Feature::FirstPerson,
        words: "who_do_i who_should_i should_i i_need_a i_need_an i_want_a i_want_an i_want_to i_need_to i_want \
            how_do_i how_can_i how_long_do_i what_should_i can_i could_i when_should_i where_can_i i_need_to_see \
            i_have_a i_had i_was i_went i_stepped i_ate i_woke do_i_need am_i are_my for_my to_my with_my of_my \
            at_my about_my help_me_with_my i_love i_hate i_like i_think_i if_i_roll if_i_flip myself",
    },
    // Texts that are not code, and translation.
    Group {
        feature: Feature::PrivateText,
        words: "poem poems haiku limerick sonnet poetry rhyme short_story bedtime_story fairy_tale love_letter \
            thank_you_note thank_you_card birthday_card birthday_wish birthday_toast wedding_speech wedding_vows \
            speech eulogy cover_letter resignation motivational_quote quote_about caption_for instagram tweet \
            linkedin_post dating_profile essay email_to_my mail_to_my letter_to_my message_to_my text_to_my \
            email_to_the_landlord letter_to_the complaint_letter condolence condolences invitation_to out_of_office \
            farewell farewell_message welcome_message_for_a slogan_for song_about story_about limericks screenplay \
            diary",
    },
    Group {
        feature: Feature::Translate,
        words: "translate how_do_you_say how_to_say in_french in_spanish in_german in_japanese in_italian in_chinese \
            in_korean into_french into_spanish into_german into_japanese into_italian into_chinese into_english \
            into_korean into_portuguese into_russian synonym synonyms antonym pronounce pronunciation spell_the_word \
            grammar_check these_two_sentences two_sentences these_sentences proofread rephrase reword \
            rewrite_this_sentence paraphrase this_sentence this_paragraph plural_of past_tense",
    },
    // Facts about the world, arithmetic, chance.
    Group {
        feature: Feature::Fact,
        words: "capital_of capital_city population_of largest_country tallest highest_mountain longest_river \
            deepest_ocean biggest_city who_invented who_discovered who_wrote who_painted who_founded when_was \
            when_did what_year year_did how_old_is how_tall_is how_far_is how_far_away how_high_is how_big_is \
            distance_between distance_from what_time_is_it time_is_it current_time time_in what_day_is what_date_is \
            how_many_days_until how_many_people speed_of_light boiling_point melting_point periodic_table \
            chemical_symbol solar_system planets planet galaxy dinosaurs world_war french_revolution roman_empire \
            middle_ages ancient century shakespeare einstein napoleon mozart eiffel_tower great_wall mount_everest \
            amazon_river square_root cube_root multiplied_by divided_by times_table percent_of prime_number \
            factorial probability likelihood_of how_likely odds_of coin_flip coin_toss flip_a_coin deck_of_cards \
            integral_of derivative_of solve_for_x pythagorean hypotenuse circumference area_of_a volume_of_a ounces \
            pounds_in gallons inches_in euros_in dollars_in exchange_rate_of latin_name national_anthem currency_of \
            flag_of language_is_spoken bordering founded_in born_in died_in roman_numerals leap_year_is \
            day_of_the_week",
    },
    // General knowledge about computing: no repository is needed to answer.
    Group {
        feature: Feature::Define,
        words: "what_is_a what_is_an what_are_the what_does_the_term difference_between differences_between \
            what_is_the_difference what's_the_difference mean means stand_for stands_for definition_of define \
            meaning_of in_general in_simple_terms explain_like_i'm_five what_exactly_is vs versus compared_to \
            concept_of history_of who_invented who_created advantages_of disadvantages_of is_better_than better_than \
            faster_than slower_than easier_than harder_than safer_than more_popular_than how_do_i_learn \
            learn_programming",
    },
    Group {
        feature: Feature::Knowledge,
        words: "slow_start three_way_handshake handshake congestion_control nat vlan arp b_tree trie bloom_filter \
            lru lfu raft paxos two_phase_commit mapreduce pub_sub webhook websocket_protocol http2 http_2 quic cdn \
            load_balancing reverse_proxy rate_limiting_algorithm token_bucket fibonacci towers_of_hanoi knapsack \
            traveling_salesman hash_function bitwise xor big_endian little_endian copy_on_write fork_bomb \
            zombie_process race_condition lambda_calculus type_inference duck_typing static_typing dynamic_typing \
            garbage_collector reference_counting abi solid tcp udp http https rest restful soap graphql grpc dns \
            dhcp ip ipv4 ipv6 osi_model tls ssl ssh ftp smtp oauth oauth2 jwt saml cors csrf xss quicksort \
            bubble_sort merge_sort heap_sort insertion_sort bubblesort mergesort binary_search binary_tree \
            linked_list red_black_tree hash_table dijkstra a_star big_o time_complexity space_complexity \
            dynamic_programming memoization recursion tail_recursion closure closures monad monads functor currying \
            higher_order_function pure_function immutability polymorphism encapsulation inheritance oop \
            functional_programming solid_principles dry_principle singleton_pattern observer_pattern \
            dependency_injection mvc mvvm acid cap_theorem eventual_consistency nosql sql inner_join outer_join \
            left_join normalization sharding docker_container virtual_machine hypervisor kernel operating_system \
            process thread mutex semaphore deadlock compiler interpreter garbage_collection virtual_memory \
            endianness two_complement floating_point ieee_754 ascii unicode utf_8 utf8 base64 md5 sha_256 sha256 rsa \
            aes public_key symmetric_encryption blockchain turing_machine turing_test halting_problem np_complete \
            np_hard p_vs_np neural_network transformer llm machine_learning deep_learning gradient_descent \
            git_rebase git_merge rebase merge cherry_pick git semver agile scrum kanban devops ci_cd microservices \
            serverless idempotency idempotent memory_safety ownership borrow_checker async_await event_loop \
            webassembly wasm regular_expression regex yaml json xml csv html css 404 418 500 502 503 status_code \
            mutex_lock compile_time just_in_time vim exit_vim emacs tabs_or_spaces programming_language cpu gpu ram \
            ssd cache_line bit byte moore_law c_programming_language let const var pointer reference stack heap \
            linux unix bsd posix",
    },
];
